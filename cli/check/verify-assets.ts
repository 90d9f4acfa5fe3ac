import { MirrorError } from '../../db/mirror/mirror-error.ts'
import { findAssetFaults } from './find-asset-faults.ts'
import { readReferencedAssets } from './referenced-assets.ts'

/**
 * Compares the size and hash of every file that a verified mirror references; returns their number
 * and total size. Throws `MirrorError` when a file is missing or corrupted.
 */
export async function verifyAssets(
  file: string,
  folder: string
): Promise<{ files: number; bytes: number }> {
  const assets = readReferencedAssets(file)
  const [fault, ...others] = await findAssetFaults(assets, folder)
  if (fault) {
    const more = others.length > 0 ? `, and ${others.length} more` : ''
    throw new MirrorError(
      `${file} references ${fault.source}, but ${fault.what}${more}; make or fetch another copy, or verify ${file} alone`
    )
  }
  return { files: assets.length, bytes: assets.reduce((sum, { size }) => sum + size, 0) }
}
