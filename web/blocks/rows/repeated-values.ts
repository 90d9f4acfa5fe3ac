import type { Block, CollectionPropertySchema } from 'notion-types'

import { writeHtml } from '../../html/write-html.ts'
import { valueSlots } from '../../slots/slots.ts'
import type { PageContext } from '../context/page-context.ts'
import { renderProperty } from './render-property.tsx'

/** The content of an element as HTML, for `dangerouslySetInnerHTML`. */
export interface Markup {
  __html: string
}

interface Cell {
  row: Block
  id: string
  schema: CollectionPropertySchema
}

/** Types whose values recur in the rows of a collection. */
const recurringTypes = new Set<string>(['checkbox', 'date', 'multi_select', 'select', 'status'])

/**
 * Returns a function that returns the markup of a value if an earlier row of the collection has the
 * same; undefined if none has, or if the value has to be rendered for its row. Copied markup takes a
 * fraction of the time of elements, and the options and dates of a large table are few.
 */
export function repeatedValues(context: PageContext, collectionId: string) {
  const columns = new Map<string, Map<string, Markup | undefined>>()
  return (cell: Cell): Markup | undefined => {
    const { row, id, schema } = cell
    const key = isRecurring(context, schema.type) ? valueKey(row, id) : undefined
    // Tags link to the collection of their row.
    if (key === undefined || row.parent_id !== collectionId) return undefined
    const column = columns.get(id) ?? new Map<string, Markup | undefined>()
    const known = column.get(key)
    if (known !== undefined) return known
    // The first row is rendered as elements: most dates of some tables occur once.
    const markup = column.has(key) ? markupOf(context, cell) : undefined
    columns.set(id, column.set(key, markup))
    return markup
  }
}

/** A slot of the site's own gets the row, and may show the same value in another way. */
function isRecurring({ slots }: PageContext, type: string): boolean {
  const slot = valueSlots.get(type)
  return recurringTypes.has(type) && !(slot && slots?.has(slot))
}

function markupOf(context: PageContext, cell: Cell): Markup {
  return { __html: writeHtml(renderProperty(context, cell)) }
}

/**
 * Identifies a value that is plain text or a date. Others may have mentions and formulas, whose
 * components need the page's context.
 */
function valueKey({ properties }: Block, id: string): string | undefined {
  const value = ((properties ?? {}) as Record<string, unknown>)[id]
  if (value === undefined) return ''
  if (!Array.isArray(value) || value.length !== 1) return undefined
  const part: unknown = value[0]
  if (!Array.isArray(part) || typeof part[0] !== 'string') return undefined
  if (part.length === 1) return part[0]
  return isDate(part[1]) ? JSON.stringify(part) : undefined
}

function isDate(marks: unknown): boolean {
  return (
    Array.isArray(marks) && marks.length === 1 && Array.isArray(marks[0]) && marks[0][0] === 'd'
  )
}
