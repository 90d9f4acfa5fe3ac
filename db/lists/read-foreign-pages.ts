import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** Ids of referenced records that belong to another workspace, according to the last sync's report. */
export function readForeignPages({ $client }: Mirror): Set<string> {
  noteRead(keys.sync)
  const ids = $client
    .prepare<[], string>(
      `select json_extract(record.value, '$.id')
         from (select account from sync_run order by id desc limit 1) as run,
              json_each(run.account, '$.absent') as record
        where json_extract(record.value, '$.reason') = 'foreign'`
    )
    .pluck()
    .all()
  return new Set(ids)
}
