import { DamagedMirrorError } from '../mirror/mirror-error.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** Checks all pages of the file for damage. Throws `DamagedMirrorError`. */
export function checkMirror(mirror: Mirror): void {
  const finding = String(mirror.$client.pragma('quick_check(1)', { simple: true }))
  if (finding !== 'ok') throw damaged(mirror.$client.name, finding)
}

function damaged(file: string, finding: string): DamagedMirrorError {
  const first = finding.replaceAll(/\s+/g, ' ')
  return new DamagedMirrorError(`${file} is damaged; move it away and sync again (${first})`)
}
