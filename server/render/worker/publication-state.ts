import type { PublicationFacts } from '../../../db/read-identity.ts'
import type { PublishedMirror } from '../../live-mirror.ts'

/** Tells one publication from another. A restored file may count its generations from one again. */
export function stateOf(
  { inode, publication }: PublishedMirror,
  { generation, digest }: PublicationFacts = publication
): string {
  return `${inode} ${generation} ${digest}`
}
