import os from 'node:os'

import { findFileId } from '../../db/mirror/files/file-id.ts'
import { explainFailure } from '../../db/mirror/mirror-error.ts'
import type { CopiedPublication } from '../../site/browse/mirror-file.ts'
import { lowerPriority } from '../process/lower-priority.ts'
import { makeDownload } from './make-download.ts'
import { messageOf } from '../../site/formats/error-message.ts'

/** The message of the process: the publication that was copied, or why the copy failed. */
export type DownloadAnswer = CopiedPublication | { failure: string }

const advice = {
  again: 'request the download again',
  elsewhere: 'name another folder with --data'
}

// A child process that copies a mirror, while the server answers visitors.
const [mirrorFile = '', folder = '', fileId = ''] = process.argv.slice(3)
lowerPriority(os.constants.priority.PRIORITY_LOW)
try {
  refuseOther()
  const { generation, publishedAt, digest } = await makeDownload(mirrorFile, folder)
  refuseOther()
  answer({ generation, publishedAt, digest })
} catch (error) {
  answer({ failure: messageOf(explainFailure(error, folder, advice)) })
}

/** Before and after the copy: the file may be replaced meanwhile. */
function refuseOther(): void {
  if (findFileId(mirrorFile) === fileId) return
  throw new Error(`${mirrorFile} is not the mirror that is served; it was replaced or removed`)
}

function answer(message: DownloadAnswer): void {
  process.send?.(message, () => process.exit())
}
