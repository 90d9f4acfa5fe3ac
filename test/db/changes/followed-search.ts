import type { PublishedChanges } from '../../../db/changes/read-changes.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readTouchedNumbers } from '../../../db/search/touched-pages.ts'
import { searchFiles } from '../../../static/search/search-files.ts'

/** The files of the search of a folder, updated after each publication. */
export class FollowedSearch {
  #files = new Map<string, string>()

  /** Updates the files, all without `changes`, and returns the names of those that new ones do not have. */
  update(mirror: Mirror, changes?: PublishedChanges): string[] {
    const before = this.#files
    const isPartial = changes && !changes.isEverything
    const touched = isPartial ? readTouchedNumbers(mirror, changes.keys) : undefined
    const options = { excluded: new Set<string>(), names: null }
    const read = (name: string) => before.get(name)
    const updated = searchFiles(mirror, { ...options, previous: { read, touched } })
    const fresh = searchFiles(mirror, options)
    this.#files = new Map(fresh.map(({ path, body }) => [path, body ?? '']))
    const names = new Set([...updated, ...fresh].map(({ path }) => path))
    const bodies = new Map(updated.map(({ path, body }) => [path, body ?? before.get(path)]))
    return [...names].filter((name) => bodies.get(name) !== this.#files.get(name))
  }
}
