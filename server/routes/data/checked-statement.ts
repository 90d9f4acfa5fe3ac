import type { BrowsableTable } from '../../../db/describe/browsable-tables.ts'
import { BrowseError } from '../../../db/describe/browse-error.ts'
import type { RowsRequest } from '../../../db/describe/rows/rows-request.ts'
import { type RowsStatement, rowsStatement } from '../../../db/describe/rows/rows-statement.ts'
import { ApiError } from '../../errors.ts'

/** The statement for rows, as `rowsStatement`. Throws `ApiError` bad_request with the reason. */
export function checkedStatement(
  table: BrowsableTable,
  request: RowsRequest,
  limit: number
): RowsStatement {
  try {
    return rowsStatement(table, request, limit)
  } catch (error) {
    if (error instanceof BrowseError) throw new ApiError('bad_request', error.sentence)
    throw error
  }
}
