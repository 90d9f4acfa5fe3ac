import { MirrorError } from '../../db/mirror/mirror-error.ts'
import { openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { findAssetFaults, namedAssets } from './find-asset-faults.ts'

/**
 * Compares every file that a verified mirror names with its size and its hash, and counts them.
 * Throws `MirrorError` about the first that is missing or has other bytes.
 */
export async function verifyAssets(
  file: string,
  folder: string
): Promise<{ files: number; bytes: number }> {
  const mirror = openMirrorForReading(file)
  try {
    const [fault, ...others] = await findAssetFaults(mirror, folder)
    if (fault) {
      const more = others.length > 0 ? `, and ${others.length} more` : ''
      throw new MirrorError(
        `${file} names ${fault.source}, but ${fault.what}${more}; make or fetch another copy, or verify ${file} alone`
      )
    }
    const assets = namedAssets(mirror)
    return { files: assets.length, bytes: assets.reduce((sum, { size }) => sum + size, 0) }
  } finally {
    mirror.$client.close()
  }
}
