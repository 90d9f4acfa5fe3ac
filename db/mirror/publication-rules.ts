import { hash } from 'node:crypto'

import type { SiteConfig } from '../../site/config/config.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { TOKENIZER_VERSION } from '../../site/search/tokens.ts'
import { pathRules } from './path-rules.ts'
import type { MirrorIdentity } from './read-identity.ts'

/** To be incremented when `publish` derives other data from the same records; every mirror is then rewritten. */
const DERIVATION_VERSION = 27

/** Identifies the rules of deriving a publication from records; a new value requires a new publication. */
export function publicationRules(config: SiteConfig): string {
  const { domain, timeZone, spoilers } = config
  // Texts that name a spoiler contain its label.
  const labels = spoilers ? [spoilers, messagesFor(config).spoiler('')] : []
  const keys = JSON.stringify([domain, timeZone, ...labels])
  return `${DERIVATION_VERSION} ${TOKENIZER_VERSION} ${pathRules(config)} ${keys}`
}

/** Which copy of a mirror a file is, if spoilers are withheld; see `SpoilerCopies`. */
export type CopyKind = 'public' | 'opened'

/** The digest of a publication, see `PublicationFacts`; of the mirror itself without a kind of copy. */
export function publicationDigest(
  config: SiteConfig,
  { rootPageId, spaceId }: MirrorIdentity,
  copy?: CopyKind
): string {
  const parts = [rootPageId, spaceId, ...(copy ? [copy] : [])]
  return hash('sha256', `${publicationRules(config)}\n${parts.join(' ')}`)
}
