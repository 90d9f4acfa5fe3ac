import type { Mirror } from '../mirror/open-mirror.ts'
import type { ChangeKey } from './record-reads.ts'

/** Older publications are removed from the log, as are the oldest ones while it has more keys. */
const MAX_PUBLICATIONS = 50
const MAX_KEYS = 50_000

/** What a publication has changed. */
interface TouchedKeys {
  keys: ReadonlySet<ChangeKey>
  /** Any key may be touched; `keys` are not logged. */
  isEverything: boolean
  /** Whether a page or the content of a page has left the site. */
  isWithdrawal: boolean
}

/**
 * Logs what a publication has changed. After one that changed everything, earlier entries are of no
 * use and may name what is now withheld: they are deleted. Runs inside the publication's transaction.
 */
export function writeChangeLog(
  { $client }: Mirror,
  generation: number,
  { keys, isEverything, isWithdrawal }: TouchedKeys
): void {
  const remove = removal($client)
  remove(isEverything ? generation : generation - MAX_PUBLICATIONS)
  $client
    .prepare('insert into publication values (?, ?, ?)')
    .run(generation, Number(isEverything), Number(isWithdrawal))
  if (isEverything) return
  const insert = $client.prepare('insert into change values (?, ?)')
  for (const key of keys) insert.run(generation, key)
  const oldest = $client
    .prepare<[number], number>(
      `select generation from (
         select generation, sum(count(*)) over (order by generation desc) as total
           from change group by generation)
        where total > ? order by generation desc limit 1`
    )
    .pluck()
    .get(MAX_KEYS)
  if (oldest !== undefined) remove(oldest)
}

/** Returns a function that removes the entries up to a generation. */
function removal($client: Mirror['$client']): (generation: number) => void {
  const statements = ['change', 'publication'].map((table) =>
    $client.prepare<[number]>(`delete from ${table} where generation <= ?`)
  )
  return (generation) => {
    for (const statement of statements) statement.run(generation)
  }
}
