import type { Collection, CollectionView } from 'notion-types'

import { isTagType } from '../../site/addresses/tag-path.ts'
import type { SpoilerRules } from '../../site/config/config.ts'
import {
  bareValue,
  groupResultName,
  groupRule,
  subgroupRule
} from '../../site/notion/collections/view-group.ts'
import type { GroupWindow } from '../../site/pages/view-window.ts'
import { earliestChapter } from '../../site/spoilers/chapter-order.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { perMirror } from '../mirror/per-mirror.ts'
import { readIdentity } from '../mirror/read-identity.ts'
import { trimmed } from '../mirror/trimmed.ts'
import type { Group } from './read-view-groups.ts'
import { spoiledValues } from '../values/spoiled-values.ts'

/** The values of a collection that would spoil a chapter, because only covered rows have them. */
export interface CoveredRows {
  /** The chapter of a value of a property that these rows share; undefined if it is no spoiler. */
  chapterOf: (rowIds: string[], propertyId: string) => string | undefined
  /** The chapter of a value of a property that only covered rows have, also in another view. */
  chapterOfValue: (propertyId: string, value: string) => string | undefined
  /** The chapters of the options that only covered rows have, by property and option. */
  options: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/**
 * Reads the values that only covered rows of a collection have. Values of the property that marks rows
 * are never covered: they only name chapters.
 */
export function readCoveredRows(
  mirror: Mirror,
  rules: SpoilerRules,
  { id: collectionId, schema = {} }: Pick<Collection, 'id' | 'schema'>
): CoveredRows {
  const chapter = mirror.$client
    .prepare<[string], string | null>('select spoiler from page where id = ?')
    .pluck()
  const spoiled = spoiledValues(mirror)
  const isShown = (propertyId: string) => schema[propertyId]?.name === rules.property
  const chaptersOf = (rowId: string, propertyId: string) => {
    const own = chapter.get(rowId)
    return typeof own === 'string' ? [own] : [...spoiled(rowId, propertyId)]
  }
  const values = new Map<string, Map<string, string>>()
  const tagged = Object.entries(schema).filter(([id, { type }]) => isTagType(type) && !isShown(id))
  return {
    chapterOf: (rowIds, propertyId) => {
      if (rowIds.length === 0 || isShown(propertyId)) return undefined
      const found: string[] = []
      for (const id of rowIds) {
        const chapters = chaptersOf(id, propertyId)
        // One open row is enough: the others, of which there may be thousands, are not read.
        if (chapters.length === 0) return undefined
        found.push(...chapters)
      }
      return earliestChapter(found, rules)
    },
    chapterOfValue: (propertyId, value) => {
      if (isShown(propertyId)) return undefined
      const known =
        values.get(propertyId) ?? coveredOptions(mirror, rules, [collectionId, propertyId])
      values.set(propertyId, known)
      return known.get(value.trim())
    },
    options: new Map(tagged.map(([id]) => [id, coveredOptions(mirror, rules, [collectionId, id])]))
  }
}

/**
 * Returns the chapters of the values of groups and sub-groups that only covered rows have. All rows of a
 * group count, also those that a filter hides.
 */
export function coveredGroups(
  covered: CoveredRows,
  view: CollectionView,
  groups: Pick<Group, 'value' | 'subgroup' | 'rowIds'>[]
): Pick<GroupWindow, 'spoiler' | 'subspoiler'>[] {
  const chaptersBy = (part: 'value' | 'subgroup', rule: Record<string, unknown> | undefined) => {
    const rows = new Map<string, string[]>()
    for (const { [part]: value, rowIds } of groups) {
      if (value)
        rows.set(groupResultName(value), [...(rows.get(groupResultName(value)) ?? []), ...rowIds])
    }
    const property = String(rule?.['property'])
    return ({ [part]: value }: Pick<Group, 'value' | 'subgroup'>) => {
      if (value?.value === undefined || value.value === null) return undefined
      const rowIds = rows.get(groupResultName(value)) ?? []
      if (rowIds.length > 0) return covered.chapterOf(rowIds, property)
      return covered.chapterOfValue(property, String(bareValue(value.value)))
    }
  }
  const chapterOf = chaptersBy('value', groupRule(view))
  const innerChapterOf = chaptersBy('subgroup', subgroupRule(view))
  return groups.map((group) => ({ spoiler: chapterOf(group), subspoiler: innerChapterOf(group) }))
}

function coveredOptions(
  mirror: Mirror,
  rules: SpoilerRules,
  property: [collectionId: string, propertyId: string]
) {
  return new Map(
    readCoveredOptions(mirror, property).map(({ option, chapters }) => [
      option,
      earliestChapter(chapters, rules) ?? ''
    ])
  )
}

interface CoveredOption {
  option: string
  chapters: string[]
}

/** A cache of the last publication, by property: every view of a collection needs its options. */
const coveredOptionsOf = perMirror(() => ({
  generation: undefined as number | undefined,
  byProperty: new Map<string, CoveredOption[]>()
}))

function readCoveredOptions(mirror: Mirror, property: [string, string]): CoveredOption[] {
  const known = coveredOptionsOf(mirror)
  const generation = readIdentity(mirror)?.generation
  if (known.generation !== generation) {
    known.generation = generation
    known.byProperty.clear()
  }
  const key = property.join(' ')
  const options = known.byProperty.get(key) ?? queryCoveredOptions(mirror, property)
  known.byProperty.set(key, options)
  return options
}

const optionName = trimmed('value.text')

function queryCoveredOptions({ $client }: Mirror, property: [string, string]): CoveredOption[] {
  return $client
    .prepare<[string, string], { option: string; chapters: string }>(
      `select ${optionName} as option, json_group_array(distinct page.spoiler) as chapters
         from property_value as value join page on page.id = value.page_id
        where value.collection_id = ? and value.property_id = ? and ${optionName} <> ''
        group by ${optionName} having count(*) = count(page.spoiler)`
    )
    .all(...property)
    .map(({ option, chapters }) => ({ option, chapters: JSON.parse(chapters) as string[] }))
}
