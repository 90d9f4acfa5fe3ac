import type { Block } from 'notion-types'

import { valueKey } from '../../../site/pages/page-model.ts'
import type { PageContext } from '../context/page-context.ts'
import type { ValueProps } from '../values/property-schema.ts'

/** Types that every row has a value of, whatever its properties contain. */
const always = new Set<string>(['created_time', 'last_edited_time', 'checkbox', 'button'])

/** Whether a row has a value of a property. */
export function hasValue(
  context: PageContext,
  row: Block,
  { id, schema: { type } }: Pick<ValueProps, 'id' | 'schema'>
): boolean {
  if (always.has(type)) return true
  if (type === 'created_by') return Boolean(row.created_by_id)
  if (type === 'last_edited_by') return Boolean(row.last_edited_by_id)
  if (type === 'formula' || type === 'rollup') {
    return context.page.values[valueKey(row.id, id)] !== undefined
  }
  const value = ((row.properties ?? {}) as Record<string, unknown>)[id]
  return Array.isArray(value) && value.some((part) => Array.isArray(part) && part[0] !== '')
}
