import type { Block, Collection, Decoration } from 'notion-types'

import { marksOf } from '../../site/notion/text/rich-text.ts'
import { keys } from '../changes/change-keys.ts'
import { noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { type CollectionProperty, readSchemas } from '../records/collection-schema.ts'
import { formulaCode } from './formula/formula-code.ts'
import type { FormulaNode } from './formula/node.ts'
import { parseFormula } from './formula/parse.ts'
import { FormulaProblem } from './formula/value.ts'
import { aggregationOf } from './rollup.ts'

type Schema = ReadonlyMap<string, CollectionProperty>

const none: ReadonlySet<string> = new Set()

/** Another value that a value is computed from. */
interface Source {
  rowId: string
  propertyId: string
}

/** A value whose chapters are being found. */
interface Step {
  key: string
  /** Yields chapters, and the values whose chapters are also its own. */
  found: Iterator<string | Source>
  chapters: Set<string>
}

const keyOf = ({ rowId, propertyId }: Source) => `${rowId} ${propertyId}`

/**
 * Returns a function that finds the chapters of the covered pages which a value of a row names, or, for
 * a rollup or formula, is computed from.
 */
export function spoiledValues(
  mirror: Mirror
): (rowId: string, propertyId: string) => ReadonlySet<string> {
  const read = recordReader(mirror)
  const known = new Map<string, ReadonlySet<string>>()

  /** Not recursive: a balance is computed through all rows of a collection. */
  function chaptersOf(rowId: string, propertyId: string): ReadonlySet<string> {
    const asked = { rowId, propertyId }
    const steps = known.has(keyOf(asked)) ? [] : [begin(asked)]
    for (let step = steps.at(-1); step; step = steps.at(-1)) {
      const { done, value } = step.found.next()
      if (done) {
        known.set(step.key, step.chapters)
        steps.pop()
        add(steps.at(-1), step.chapters)
      } else if (typeof value === 'string') {
        step.chapters.add(value)
      } else {
        const chapters = known.get(keyOf(value))
        if (chapters) add(step, chapters)
        else steps.push(begin(value))
      }
    }
    return known.get(keyOf(asked)) ?? none
  }

  function begin(source: Source): Step {
    const key = keyOf(source)
    // Read again during its own computation, the value depends on itself.
    known.set(key, none)
    return { key, found: find(source), chapters: new Set() }
  }

  function* find({ rowId, propertyId }: Source): Generator<string | Source, undefined> {
    const row = read.row(rowId)
    const schema = row && read.schema(row.parent_id)
    const property = schema?.get(propertyId)
    if (!row || !schema || !property) return
    if (property.type === 'formula') {
      for (const id of propertiesIn(property, schema)) yield { rowId, propertyId: id }
    } else if (property.type === 'rollup') {
      // The number of related pages is no spoiler.
      if (aggregationOf(property) === 'count') return
      const { relation_property: relationId = '', target_property: targetId = 'title' } = property
      for (const id of namedPages(row, relationId)) {
        yield* read.chapter(id)
        yield { rowId: id, propertyId: targetId }
      }
    } else {
      for (const id of namedPages(row, propertyId)) yield* read.chapter(id)
    }
  }

  return chaptersOf
}

function add(step: Step | undefined, chapters: ReadonlySet<string>) {
  for (const chapter of chapters) step?.chapters.add(chapter)
}

/** Whether one of these pages is covered, or a value of one of these rows names a covered page. */
export function rowsNameCovered(mirror: Mirror, ids: string[]): boolean {
  const read = recordReader(mirror)
  const spoiled = spoiledValues(mirror)
  return ids.some((id) => {
    if (read.chapter(id).length > 0) return true
    const schema = read.schema(read.row(id)?.parent_id ?? '')
    return [...(schema?.keys() ?? [])].some((propertyId) => spoiled(id, propertyId).size > 0)
  })
}

function recordReader({ $client }: Mirror) {
  const rows = $client
    .prepare<[string], string>(`select raw from block where id = ? and parent_table = 'collection'`)
    .pluck()
  const collections = $client
    .prepare<[string], string>('select raw from collection where id = ?')
    .pluck()
  const chapters = $client
    .prepare<[string], string | null>('select spoiler from page where id = ?')
    .pluck()
  const schemas = new Map<string, Schema | undefined>()
  return {
    row(id: string): Block | undefined {
      noteReads([keys.page(id)])
      const raw = rows.get(id)
      return raw === undefined ? undefined : (JSON.parse(raw) as Block)
    },
    schema(collectionId: string): Schema | undefined {
      if (schemas.has(collectionId)) return schemas.get(collectionId)
      noteReads([keys.collection(collectionId)])
      const raw = collections.get(collectionId)
      const collection = raw === undefined ? undefined : (JSON.parse(raw) as Collection)
      const schema = collection && readSchemas([collection]).get(collectionId)
      schemas.set(collectionId, schema)
      return schema
    },
    /** The chapter of a page, if it is covered. */
    chapter(id: string): string[] {
      noteReads([keys.name(id)])
      const chapter = chapters.get(id)
      return typeof chapter === 'string' ? [chapter] : []
    }
  }
}

/** The pages that a relation or text of a row names. */
function namedPages({ properties }: Block, propertyId: string): string[] {
  const values = (properties ?? {}) as Record<string, Decoration[] | undefined>
  return marksOf(values[propertyId], 'p').map(String)
}

/** The ids of the properties that a formula reads; none if it cannot be parsed, and so has no value. */
function propertiesIn({ formula, formula2 }: CollectionProperty, schema: Schema): string[] {
  const idOf = (name: string) =>
    schema.has(name) ? name : [...schema.values()].find((each) => each.name === name)?.id
  try {
    const tree = formula2 ? parseFormula(formulaCode(formula2.code), idOf) : formula
    return tree ? propertiesOf(tree) : []
  } catch (error) {
    if (error instanceof FormulaProblem) return []
    throw error
  }
}

function propertiesOf(node: FormulaNode): string[] {
  if (node.type === 'property') return [node.id]
  // A received tree may have both, whatever its type is.
  const { args = [], items = [] } = node as { args?: FormulaNode[]; items?: FormulaNode[] }
  return [...args, ...items].flatMap(propertiesOf)
}
