import type { SlotName } from '../../../web/slots/slots.ts'

/** A slot that failed while a page was rendered. */
export interface SlotFault {
  slot: SlotName
  pageId: string
  path: string
  message: string
  stack: string | undefined
}

/** Slots and pages whose faults are known; bounded, since pages may be many. */
const MAX_KNOWN = 1000

/** Reports the faults of slots, once for each slot and page. */
export class SlotFaults {
  /** Renderings of slots that failed. */
  count = 0
  readonly #known = new Set<string>()
  readonly #report: (error: Error) => void

  constructor(report: (error: Error) => void) {
    this.#report = report
  }

  add(faults: SlotFault[]): void {
    this.count += faults.length
    for (const fault of faults) {
      const key = `${fault.slot} ${fault.pageId}`
      if (this.#known.has(key) || this.#known.size >= MAX_KNOWN) continue
      this.#known.add(key)
      this.#report(errorOf(fault))
    }
  }
}

function errorOf({ slot, pageId, path, message, stack }: SlotFault): Error {
  const remedy = "the page shows the site's own component; correct the slot and restart the server"
  const error = new Error(
    `the slot "${slot}" of \`components\` failed on ${path} (page ${pageId}): ${message}; ${remedy}`
  )
  // The stack of the slot; that of this error would only show where the fault is reported.
  return stack === undefined ? error : Object.assign(error, { stack })
}
