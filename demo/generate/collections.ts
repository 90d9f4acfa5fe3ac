import type { Content, CollectionInput, RowInput } from '../builder/block-node.ts'
import type { ViewInput } from '../builder/view-input.ts'
import { all, any, collection, row, where } from '../builder/collection.ts'
import type { PropertyInput, PropertyValue } from '../builder/property-input.ts'
import { day } from '../builder/rich-text.ts'
import type { Random } from './random.ts'

/** The property by which a view sorts its rows. */
export const SORTED_BY = 'Level'

const kinds = ['Material', 'Tool', 'Weapon', 'Ornament'] as const
const stages = ['Idea', 'In work', 'Done'] as const
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2025, 6, 1)
const DAYS = 730

/** The keys and content of a generated collection. */
export interface CollectionPlan {
  key: string
  random: Random
  rows: { key: string; content: Content }[]
  /**
   * The target collection of its relation and the keys of that collection's rows; undefined without
   * a relation.
   */
  related?: { key: string; rowKeys: string[] } | undefined
  /** Key of the collection that has a relation to this one. */
  relatedFrom: string | undefined
  hasRelativeView: boolean
}

/** A collection with two to four views: unfiltered, filtered, grouped and sorted ones. */
export function generatedCollection(plan: CollectionPlan): CollectionInput {
  const { key, random } = plan
  return collection({
    key,
    name: `Collection ${random.words(2)}`,
    schema: schemaOf(plan),
    views: viewsOf(plan),
    rows: plan.rows.map((each) => rowOf(plan, each))
  })
}

function schemaOf({ related, relatedFrom }: CollectionPlan): Record<string, PropertyInput> {
  return {
    Kind: {
      type: 'select',
      options: { Material: 'brown', Tool: 'gray', Weapon: 'red', Ornament: 'pink' }
    },
    Stage: {
      type: 'status',
      groups: {
        'To do': { Idea: 'gray' },
        'In progress': { 'In work': 'blue' },
        Complete: { Done: 'green' }
      }
    },
    [SORTED_BY]: { type: 'number' },
    Released: { type: 'date' },
    Checked: { type: 'checkbox' },
    Notes: { type: 'text' },
    ...(related && { Uses: { type: 'relation', to: related.key, reverse: 'Used by' } }),
    ...(relatedFrom && { 'Used by': { type: 'relation', to: relatedFrom, reverse: 'Uses' } })
  }
}

/** Two to four views; in some collections, the last one depends on the current date. */
function viewsOf({ random, hasRelativeView }: CollectionPlan): ViewInput[] {
  const show = ['Name', 'Kind', SORTED_BY, 'Released']
  const recent = all({
    ...where('Released', 'date_is_within', 'the_past_month'),
    isRelative: true
  })
  const others: ViewInput[] = [
    { type: 'board', name: 'By stage', show, groupBy: 'Stage' },
    {
      type: 'gallery',
      name: 'Tools and weapons',
      show,
      filter: any(where('Kind', 'enum_is', 'Tool'), where('Kind', 'enum_is', 'Weapon'))
    }
  ]
  return [
    random.chance(0.8)
      ? { type: 'table', name: 'All', show }
      : {
          type: 'table',
          name: 'Checked',
          show,
          filter: all(where('Checked', 'checkbox_is', true))
        },
    { type: 'list', name: 'By level', show, sort: [[SORTED_BY, 'descending']] },
    ...others.slice(0, random.between(0, hasRelativeView ? 1 : 2)),
    ...(hasRelativeView ? [{ type: 'list', name: 'Recent', show, filter: recent } as const] : [])
  ]
}

function rowOf(plan: CollectionPlan, { key, content }: CollectionPlan['rows'][number]): RowInput {
  const options = { key, properties: propertiesOf(plan) }
  return row(`Row ${key} ${plan.random.words(2)}`, options, content)
}

function propertiesOf({ random, related }: CollectionPlan): Record<string, PropertyValue> {
  const [first, ...others] = related?.rowKeys ?? []
  const date = new Date(FIRST_DAY + random.between(0, DAYS) * DAY_MS).toISOString().slice(0, 10)
  return {
    Kind: random.pick(kinds),
    Stage: random.pick(stages),
    [SORTED_BY]: random.between(1, 100),
    ...(random.chance(0.8) && { Released: day(date) }),
    Checked: random.chance(0.5),
    Notes: random.words(6),
    ...(first && random.chance(0.4) && { Uses: [random.pick([first, ...others])] })
  }
}
