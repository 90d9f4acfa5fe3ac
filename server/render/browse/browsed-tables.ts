import { readBrowsableTables } from '../../../db/describe/browsable-tables.ts'
import { perPublication } from '../../publication/per-publication.ts'

/** The tables and views whose rows can be read, of the publication that is served. */
export const browsedTables = perPublication((_site, { mirror }) => readBrowsableTables(mirror))
