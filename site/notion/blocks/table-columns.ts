import type { Block } from 'notion-types'

import { ids } from './block-references.ts'

/** The columns of a simple table in the author's order, then any other in which a row has text. */
export function tableColumns(
  table: Partial<Pick<Block, 'format'>> | undefined,
  rows: Partial<Pick<Block, 'properties'>>[]
): string[] {
  const named = rows.flatMap(({ properties }) => Object.keys(properties ?? {}))
  return [...new Set([...ids(table?.format?.table_block_column_order), ...named])]
}
