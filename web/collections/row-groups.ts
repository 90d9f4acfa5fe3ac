import type { Block, Collection, CollectionView } from 'notion-types'

import type { GroupWindow, Summary, ViewWindow } from '../../site/pages/view-window.ts'
import {
  type GroupValue,
  bareValue,
  groupResultName,
  groupRule,
  subgroupRule
} from '../../site/notion/collections/view-group.ts'
import type { NormalizedProperty } from '../../site/notion/collections/normalize-schema.ts'
import { isFields } from '../../site/notion/is-fields.ts'
import type { NotionDate } from '../blocks/format/date-ends.ts'
import { type DateSettings, dateText } from '../blocks/format/format-date.ts'
import { pageChapter } from '../blocks/spoilers/Spoiler.tsx'
import { type PageContext } from '../blocks/context/page-context.ts'
import { pageTitle, userName } from '../blocks/context/shown-names.ts'

export interface GroupLabel {
  /** The name of the group; for a covered value, that of its chapter. */
  text: string
  color: string | undefined
  /** What is covered, and its chapter. */
  covered?: { text: string; chapter: string } | undefined
}

export interface RowGroup {
  key: string
  /** Undefined for a view without groups. */
  label: GroupLabel | undefined
  /** Number of all its rows, not only of those shown. */
  total: number
  rows: Block[]
  summaries: Summary[]
}

/** The columns of a board, or of one of its sub-groups. */
export interface BoardSection {
  key: string
  label: GroupLabel | undefined
  total: number
  columns: RowGroup[]
}

/** A view with its shown rows. */
export interface ShownView {
  collection: Collection
  view: CollectionView
  page: ViewWindow
}

/** The groups of a view in the mirror's order; empty ones only if the workspace shows them. */
export function rowGroups(context: PageContext, shown: ShownView): RowGroup[] {
  const rule = groupRule(shown.view)
  const isFirstPage = shown.page.from === 0
  const hidesEmpty = rule?.['hideEmptyGroups'] === true || !isFirstPage
  return shown.page.groups
    .filter(({ rowIds, total }) => rowIds.length > 0 || (total === 0 && !hidesEmpty))
    .map((group) => rowGroup(context, shown, group))
}

/** The columns of a board by sub-group; one section without label if there are no sub-groups. */
export function boardSections(context: PageContext, shown: ShownView): BoardSection[] {
  const { view, page } = shown
  const hidesEmpty = groupRule(view)?.['hideEmptyGroups'] === true
  const columns = new Set(
    page.groups.filter(({ total }) => total > 0 || !hidesEmpty).map(({ value }) => keyOf(value))
  )
  const sections = new Map<string, GroupWindow[]>()
  for (const group of page.groups) {
    if (!columns.has(keyOf(group.value))) continue
    const key = keyOf(group.subgroup)
    sections.set(key, [...(sections.get(key) ?? []), group])
  }
  const hidesEmptySection = subgroupRule(view)?.['hideEmptyGroups'] === true
  return [...sections].flatMap(([key, groups]) => {
    const total = groups.reduce((sum, group) => sum + group.total, 0)
    if (total === 0 && hidesEmptySection) return []
    const property = subgroupRule(view)?.['property']
    const [{ subgroup, subspoiler } = {}] = groups
    const value = { property, group: subgroup, spoiler: subspoiler }
    const label = labelOf(context, shown.collection, value)
    return [{ key, label, total, columns: groups.map((group) => rowGroup(context, shown, group)) }]
  })
}

function rowGroup(context: PageContext, shown: ShownView, group: GroupWindow): RowGroup {
  const { value, total, rowIds, summaries, spoiler } = group
  const property = groupRule(shown.view)?.['property']
  return {
    key: keyOf(value),
    label: labelOf(context, shown.collection, { property, group: value, spoiler }),
    total,
    rows: rowIds.flatMap((id) => context.blocks.get(id) ?? []),
    summaries
  }
}

const keyOf = (value: GroupValue | null) => (value ? groupResultName(value) : 'all')

function labelOf(
  context: PageContext,
  collection: Collection,
  shared: { property: unknown; group: GroupValue | null | undefined; spoiler: string | undefined }
): GroupLabel | undefined {
  const { property, group, spoiler } = shared
  if (!group) return undefined
  const schema = typeof property === 'string' ? collection.schema[property] : undefined
  const { type, value } = group
  const { messages } = context
  if (value === undefined || value === null) {
    return { text: schema ? messages.without(schema.name) : messages.other, color: undefined }
  }
  const text = groupText(value, context)
  const named = peopleTypes.has(type) ? (userName(context, text) ?? messages.missing.u) : undefined
  const titled = type === 'relation' ? (pageTitle(context, text) ?? messages.missing.p) : undefined
  const color =
    schema?.options?.find((option) => option.value === text)?.color ??
    (schema as NormalizedProperty | undefined)?.groups?.find(({ name }) => name === text)?.color
  const shown = named ?? titled ?? text
  const chapter = (type === 'relation' ? pageChapter(context, text) : undefined) ?? spoiler
  if (chapter === undefined) return { text: shown, color }
  return { text: messages.spoiler(chapter), color, covered: { text: shown, chapter } }
}

/** Types of properties whose values are people. */
export const peopleTypes = new Set<string>(['person', 'created_by', 'last_edited_by'])

function groupText(value: unknown, settings: DateSettings & Pick<PageContext, 'messages'>): string {
  const bare = bareValue(value)
  if (bare === true) return settings.messages.yes
  if (bare === false) return settings.messages.no
  if (isFields(bare)) return dateText(bare as unknown as NotionDate, settings)
  return bare === undefined ? settings.messages.other : String(bare)
}
