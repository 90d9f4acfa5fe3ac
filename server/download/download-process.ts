import os from 'node:os'

import { explainFailure } from '../../db/mirror/mirror-error.ts'
import { makeDownload } from './make-download.ts'

/** The message of the process: the publication that was copied, or why the copy failed. */
export type DownloadAnswer = { generation: number; digest: string } | { failure: string }

// A child process that copies a mirror, while the server answers visitors.
const [mirrorFile = '', folder = ''] = process.argv.slice(3)
os.setPriority(os.constants.priority.PRIORITY_LOW)
try {
  const { generation, digest } = await makeDownload(mirrorFile, folder)
  answer({ generation, digest })
} catch (error) {
  const failure = explainFailure(error, folder)
  answer({ failure: failure instanceof Error ? failure.message : String(failure) })
}

function answer(message: DownloadAnswer): void {
  process.send?.(message, () => process.exit())
}
