import type { Block } from 'notion-types'

import type { SpoilerRules } from '../../../site/config/config.ts'
import { plainText } from '../../../site/notion/text/rich-text.ts'
import { chapterOfTitle, isToggle } from '../../../site/spoilers/spoiler-rule.ts'

/** The chapter of a covered toggle; undefined for any other block. */
export function toggleChapter(
  { spoilerRules: rules }: { spoilerRules: SpoilerRules | null },
  block: Block
): string | undefined {
  if (rules?.mode !== 'blur' || !isToggle(block)) return undefined
  return chapterOfTitle(plainText(block.properties?.title).trim(), rules)
}
