import type { CollectionSchemas } from '../records/collection-schema.ts'
import type { WalkResult } from '../records/walk-result.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import type { Yielder } from '../mirror/yielder.ts'
import type { CollectionNames } from '../sql-views/collection-sql-names.ts'

/** Returns the name of a page or user by id; undefined when it is unknown. */
export type NameLookup = (id: string) => string | undefined

/** The mirror to which a walk's records are written, and the context for deriving their rows. */
export interface RecordTarget {
  mirror: Mirror
  walkResult: WalkResult
  /** Titles of pages and names of users by id, for mentions in text. */
  names: Pick<Map<string, string>, 'get'>
  /** The same for the names of collections: names of covered pages are not in them. */
  namesInCollections: RecordTarget['names']
  schemas: CollectionSchemas
  /** Names of the collections' SQL views and their columns, by collection id. */
  sqlNames: Map<string, CollectionNames>
  /** The site's IANA time zone. */
  timeZone: string
  yielder: Yielder
}
