import type { Block } from 'notion-types'

import { isTagType } from '../addresses/tag-path.ts'
import type { SpoilerRules } from '../config/config.ts'
import { isPage } from '../notion/blocks/block-references.ts'
import type { NormalizedProperty } from '../notion/collections/normalize-schema.ts'
import { plainText } from '../notion/text/rich-text.ts'

/** What the mark of a block depends on, besides the block. */
interface MarkedContext {
  rules: SpoilerRules
  /** The properties of the row's collection, by id; undefined unless the block is a row. */
  schema?: Iterable<[id: string, property: Pick<NormalizedProperty, 'name' | 'type'>]> | undefined
  /** The title of a page that is a database, which its collection has. */
  title?: string | undefined
}

/**
 * The chapter that a page, row or toggle is marked with: one of `chapters`, or any other name in
 * the workspace; empty if it is marked without a chapter. Undefined if it is not marked. Blocks and pages below
 * a marked one are not considered here.
 */
export function spoilerChapter(block: Block, context: MarkedContext): string | undefined {
  const title = plainText(block.properties?.title).trim() || (context.title ?? '')
  const named = isPage(block) || isToggle(block) ? chapterOfTitle(title, context.rules) : undefined
  return rowChapter(block, context) ?? named
}

/** The rules of a configuration by which spoilers are covered; undefined if none are. */
export function coveringRules({
  spoilers
}: {
  spoilers: SpoilerRules | null
}): SpoilerRules | undefined {
  return spoilers?.mode === 'blur' ? spoilers : undefined
}

const toggles = new Set(['toggle', 'header', 'sub_header', 'sub_sub_header', 'header_4'])

/** Whether a block is a toggle, or a heading: headings with content open and close like toggles. */
export function isToggle({ type }: { type: string }): boolean {
  return toggles.has(type)
}

/** The chapter that a title names after the sign; undefined for a title without the sign. */
export function chapterOfTitle(
  title: string,
  { sign, chapters }: Pick<SpoilerRules, 'sign' | 'chapters'>
): string | undefined {
  if (sign === null || !title.startsWith(sign)) return undefined
  const rest = title.slice(sign.length).trimStart()
  const named = chapters.filter((chapter) => isNamedBy(rest, chapter))
  return named.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

/** A title without the sign and the chapter that marks it. */
export function unmarkedTitle(
  title: string,
  rules: Pick<SpoilerRules, 'sign' | 'chapters'>
): string {
  const chapter = chapterOfTitle(title.trim(), rules)
  if (chapter === undefined) return title
  const rest = title.trim().slice(rules.sign?.length).trimStart()
  return rest.slice(chapter.length).replace(/^[^\p{L}\p{N}]+/u, '')
}

/** Whether a text begins with a chapter's name: `9` begins `9: The tower`, and not `90`. */
function isNamedBy(text: string, chapter: string): boolean {
  return text.startsWith(chapter) && !/^[\p{L}\p{N}]/u.test(text.slice(chapter.length))
}

function rowChapter(block: Block, { schema, rules }: MarkedContext): string | undefined {
  if (!schema) return undefined
  let isTagged = false
  for (const [id, { name, type }] of schema) {
    const value = plainText(block.properties?.[id]).trim()
    if (name === rules.property && value !== '' && type !== 'checkbox') return value
    if (name === rules.property && value === 'Yes') isTagged = true
    if (isTagType(type) && value.split(',').some((option) => option.trim() === rules.tag)) {
      isTagged = true
    }
  }
  return isTagged ? '' : undefined
}
