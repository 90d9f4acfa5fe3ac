import type { PublishedChanges } from '../../../db/changes/read-changes.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { mayNamesDiffer, readNames } from '../../../db/search/read-names.ts'
import { readTouchedNumbers } from '../../../db/search/touched-pages.ts'
import { type NameLimits, nameLimits } from '../../../site/search/names/name-list.ts'
import { searchFiles } from '../../../static/search/search-files.ts'

/** The search of a folder with some limits of the list of names, updated after each publication. */
class FollowedFiles {
  readonly #limits: NameLimits
  #files = new Map<string, string>()

  constructor(limits: NameLimits) {
    this.#limits = limits
  }

  /** Updates the files, all without `changes`, and returns the names of those that new ones do not have. */
  update(mirror: Mirror, changes?: PublishedChanges): string[] {
    const before = this.#files
    const names = () => JSON.stringify(readNames(mirror, this.#limits))
    const options = { excluded: new Set<string>(), names }
    const known = changes && !changes.isEverything ? this.#known(mirror, changes) : {}
    const previous = { read: (name: string) => before.get(name), ...known }
    const updated = searchFiles(mirror, { ...options, previous })
    const fresh = searchFiles(mirror, options)
    this.#files = new Map(fresh.map(({ path, body }) => [path, body ?? '']))
    const bodies = new Map(updated.map(({ path, body }) => [path, body ?? before.get(path)]))
    const all = new Set([...bodies.keys(), ...this.#files.keys()])
    return [...all].filter((name) => bodies.get(name) !== this.#files.get(name))
  }

  #known(mirror: Mirror, { keys }: PublishedChanges) {
    return {
      touched: readTouchedNumbers(mirror, keys),
      hasSameNames: !mayNamesDiffer(mirror, keys, this.#limits)
    }
  }
}

/** The search of a small site, whose list of names has headings, and of a large one. */
export class FollowedSearch {
  readonly #all = [nameLimits, { ...nameLimits, maxPagesWithHeadings: 0 }].map(
    (limits) => new FollowedFiles(limits)
  )

  /** See `FollowedFiles`. */
  update(mirror: Mirror, changes?: PublishedChanges): string[] {
    return this.#all.flatMap((files) => files.update(mirror, changes))
  }
}
