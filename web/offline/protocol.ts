/** The address of something that can be kept, a version that changes with its content, and its bytes. */
export type OfflineEntry = [address: string, version: string, bytes: number]

/** Everything that can be kept of a site: `/_offline.<hash>.json`. Bytes are estimates. */
export interface OfflineList {
  generation: number
  /** Number of pages. */
  pages: number
  entries: OfflineEntry[]
}

/** What the server writes before the script of the worker, as the global `offlineSettings`. */
export interface WorkerSettings {
  /** Whether the site is to be kept; without it, the worker removes everything, and itself. */
  isOn: boolean
  /** The page for reading offline. */
  page: string
  /** The files that this page and most others need. */
  shell: string[]
}

/** What a page asks of the worker: to look for a new publication, to keep everything, or to remove that. */
export type Wish = 'look' | 'keep' | 'remove'

/** What the worker tells all pages of the site. */
export interface OfflineStatus {
  /** Whether everything is to be kept. */
  isWhole: boolean
  /** Whether all copies are those of the list. */
  isDone: boolean
  /** Whether something is being fetched. */
  isBusy: boolean
  /** Entries that are kept, and all of the list. */
  done: number
  total: number
  /** Why not everything is kept: the browser has no room, or the site does not answer. */
  gap?: 'full' | 'unreachable' | undefined
  /** The address of a page that has left the site since its copy was sent. */
  gone?: string | undefined
}
