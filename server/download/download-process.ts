import os from 'node:os'

import { explainFailure } from '../../db/mirror/mirror-error.ts'
import { makeDownload } from './make-download.ts'

/** What the process answers: the publication that was copied, or why there is no copy. */
export type DownloadAnswer = { generation: number; digest: string } | { failure: string }

// The module of a process that copies a mirror beside the server, which answers visitors meanwhile.
const [mirrorFile = '', folder = ''] = process.argv.slice(3)
os.setPriority(os.constants.priority.PRIORITY_LOW)
try {
  const { generation, digest } = await makeDownload(mirrorFile, folder)
  answer({ generation, digest })
} catch (error) {
  const told = explainFailure(error, folder)
  answer({ failure: told instanceof Error ? told.message : String(told) })
}

function answer(message: DownloadAnswer): void {
  process.send?.(message, () => process.exit())
}
