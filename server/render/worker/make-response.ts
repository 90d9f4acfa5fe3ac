import { recordReads } from '../../../db/changes/record-reads.ts'
import { readTransaction } from '../../../db/mirror/read-transaction.ts'
import { expiryOf } from './expiry.ts'
import { type FinishedResponse, finish } from '../../responses/finished-response.ts'
import { type PublicationId, publicationId } from '../../responses/publication-mark.ts'
import { type KeyHashes, hashKeys } from '../../responses/store/key-hash.ts'
import { surrogateKeys } from '../../responses/surrogate-keys.ts'
import type { RenderContext } from '../site-shell.ts'
import type { SlotFault } from '../slots/slot-fault.ts'
import type { RenderRequest } from './render-request.ts'
import { renderText } from './render-text.ts'

/** What was made of a request, and the publication that it was made from. */
export interface Made {
  /** Undefined if the publication has nothing at this address. */
  result: FinishedResponse | { redirect: string } | undefined
  /** Usually one; the parts of the feed may be of several. */
  publications: PublicationId[]
  /** The keys of change that the result depends on. */
  keys: KeyHashes
  /** Slots that failed; the result has the site's own components instead. */
  slotFaults: SlotFault[]
  /** UTC milliseconds when the result is made again in any case. */
  expiresAt: number | undefined
}

interface MakeOptions {
  isPlain: boolean
  /** Called in the transaction of the reads, so that both see the same publication. */
  onRead?: () => void
}

/** Renders a request from the mirror that `context` serves, and finishes the response. */
export async function makeResponse(
  context: RenderContext,
  request: RenderRequest,
  { isPlain, onRead }: MakeOptions
): Promise<Made> {
  const { site } = context
  const slotFaults: SlotFault[] = []
  const rendering = { ...context, onSlotFault: (fault: SlotFault) => void slotFaults.push(fault) }
  const { publication, read } = readTransaction(site.published().mirror, () => {
    onRead?.()
    // Excludes pages, if this is a new publication.
    site.served()
    return {
      publication: publicationId(site.published()),
      read: recordReads(() => renderText(rendering, request, isPlain))
    }
  })
  const rendered = await read.value
  const made = { publications: [publication], keys: hashKeys(read.keys), slotFaults }
  if (!rendered || 'redirect' in rendered) {
    return { ...made, result: rendered, expiresAt: undefined }
  }
  const expiresAt = expiryOf(rendered, site.config.timeZone)
  const names = surrogateKeys(read.keys, rendered)
  return { ...made, result: finish(rendered, names, site.hosting), expiresAt }
}
