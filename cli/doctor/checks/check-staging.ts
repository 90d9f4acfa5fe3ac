import { existsSync } from 'node:fs'
import path from 'node:path'

import { explained } from '../../../db/mirror/mirror-error.ts'
import { inspectStaging } from '../../sync/staging/staging-file.ts'
import type { Context } from '../context.ts'
import type { Finding } from '../finding.ts'

/** Whether the next sync can continue from the records of earlier ones. */
export function checkStaging({ paths }: Context): Finding[] {
  const { folder } = paths
  const file = path.join(folder ?? '', 'staging.db')
  if (folder === undefined || !existsSync(file)) {
    const what = 'there is no staging.db, so the next sync reads the whole workspace'
    return [{ status: 'ok', code: 'no_staging', what }]
  }
  const state = explained(file, () => inspectStaging(file))
  if (state === 'usable') {
    return [{ status: 'ok', code: 'staging', what: 'staging.db has the records of earlier syncs' }]
  }
  return state === 'newer'
    ? [
        {
          status: 'failure',
          code: 'staging_newer',
          what: `${file} was written by a newer fansite`,
          remedy: 'update fansite, or delete the file: the next sync then reads everything'
        }
      ]
    : [
        {
          status: 'warning',
          code: 'staging_unusable',
          what: `${file} is damaged or of an older fansite`,
          remedy: 'no action is needed: the next sync replaces it, and reads everything'
        }
      ]
}
