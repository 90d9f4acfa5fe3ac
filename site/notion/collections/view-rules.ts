import type { Collection, CollectionView } from 'notion-types'

import { fieldsOf, isFields } from '../is-fields.ts'
import { type Aggregation, readAggregation } from './aggregation.ts'

/** The date properties that place rows in a calendar or timeline. */
export interface DateRule {
  start: string
  /** A separate property for the end; undefined if `start` has a date range. */
  end: string | undefined
}

/** What a chart aggregates and how it groups rows. */
export interface ChartRule extends Aggregation {
  /** The property whose values are the bars; undefined for a single number over all rows. */
  property: string | undefined
  /** Unit of a date property: `day`, `week`, `month` or `year`. */
  unit: string | undefined
  /** The aggregated property. */
  of: string
}

/** An aggregate below one column of a table. */
export interface AggregationRule extends Aggregation {
  property: string
}

/**
 * The picture of a card: none, a file of a property, the row's cover, or the first image in its
 * content.
 */
export interface CoverRule {
  type: 'none' | 'property' | 'page_cover' | 'page_content'
  property: string | undefined
  isWhole: boolean
}

type Schema = Collection['schema']

/** The date properties of a calendar or timeline; undefined for any other view. */
export function dateRule(view: CollectionView, schema: Schema): DateRule | undefined {
  const type: string = view.type
  if (type !== 'calendar' && type !== 'timeline') return undefined
  const { query2, format } = view as { query2?: unknown; format?: unknown }
  const named = field(query2, `${type}_by`) ?? field(format, `${type}_by`)
  const end = field(query2, `${type}_by_end`) ?? field(format, `${type}_by_end`)
  const start = isProperty(schema, named) ? named : firstDate(schema)
  return start === undefined ? undefined : { start, end: isProperty(schema, end) ? end : undefined }
}

/** The property with the places of a map; undefined for any other view. */
export function placeRule(view: CollectionView, schema: Schema): string | undefined {
  if ((view.type as string) !== 'map') return undefined
  const named = field(view.format, 'map_by')
  const isPlace = (id: string) => placeTypes.has(schema[id]?.type ?? '')
  return isProperty(schema, named) && isPlace(named) ? named : Object.keys(schema).find(isPlace)
}

const placeTypes = new Set<string>(['place', 'location'])

/**
 * The settings of a chart; undefined for any other view, an incomplete chart, or one whose number the
 * mirror cannot compute.
 */
export function chartRule(view: CollectionView, schema: Schema): ChartRule | undefined {
  if ((view.type as string) !== 'chart') return undefined
  const chart = field(view.format, 'chart_config')
  const config = field(chart, 'dataConfig')
  const groupBy = field(config, 'groupBy')
  const grouping = field(groupBy, 'property')
  const property = isProperty(schema, grouping) ? grouping : undefined
  if (property === undefined && field(chart, 'type') !== 'number') return undefined
  const aggregation = field(field(config, 'aggregationConfig'), 'aggregation')
  const named = field(aggregation, 'property')
  const of = isProperty(schema, named) ? named : 'title'
  const measured = readAggregation(chartAggregator(field(aggregation, 'aggregator')), schema[of])
  if (measured === undefined) return undefined
  const unit = field(groupBy, 'groupBy')
  return {
    property,
    unit: typeof unit === 'string' ? unit : undefined,
    ...measured,
    of
  }
}

/** A chart without one counts its rows. */
function chartAggregator(value: unknown): unknown {
  return typeof value === 'string' || isFields(value) ? value : 'count'
}

/** The aggregates of a table, at most one for each property. */
export function aggregationRules(view: CollectionView, schema: Schema): AggregationRule[] {
  const listed: unknown = view.query2?.aggregations
  if (view.type !== 'table' || !Array.isArray(listed)) return []
  return listed.flatMap((rule: unknown) => {
    const property = field(rule, 'property') ?? 'title'
    if (!isProperty(schema, property)) return []
    const read = readAggregation(field(rule, 'aggregator'), schema[property])
    return read ? [{ property, ...read }] : []
  })
}

/** The picture of the cards of a board or gallery. */
export function coverRule(view: CollectionView): CoverRule {
  const cover = field(view.format, `${view.type}_cover`)
  const named = field(cover, 'property')
  const property = typeof named === 'string' && named !== '' ? named : undefined
  const isWhole = field(view.format, `${view.type}_cover_aspect`) === 'contain'
  return { type: coverType(field(cover, 'type') ?? 'none', property), property, isWhole }
}

function coverType(type: unknown, property: string | undefined): CoverRule['type'] {
  if (type === 'none' || type === 'page_cover') return type
  return type === 'property' && property !== undefined ? type : 'page_content'
}

function isProperty(schema: Schema, id: unknown): id is string {
  return typeof id === 'string' && Object.hasOwn(schema, id)
}

function firstDate(schema: Schema): string | undefined {
  return Object.keys(schema).find((id) => schema[id]?.type === 'date')
}

function field(value: unknown, name: string): unknown {
  return fieldsOf(value)[name]
}
