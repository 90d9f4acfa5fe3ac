/** The page for reading offline: what is kept, and the page for an address that is not. */
export const OFFLINE_PATH = '/_offline'

/** The list of everything that can be kept, by the hash of its content. */
export function offlineListPath(hash: string): string {
  return `${OFFLINE_PATH}.${hash}.json`
}

/** The hash in the address of a list; undefined for any other path. */
export function hashOfList(path: string): string | undefined {
  return /^\/_offline\.([0-9a-f]{16})\.json$/.exec(path)?.[1]
}
