import { undashId } from '../../../site/notion/blocks/notion-id.ts'

export interface Named {
  id: string
  /** Preferred name without extension; slashes separate folders. */
  name: string
}

/** Bytes of one path segment, extension and id included, that every common file system accepts. */
const MAX_BYTES = 200
const MAX_PATH_BYTES = 600
const forbidden = /[<>:"|?*\\\p{Cc}\p{Cs}]/gu
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

/**
 * Assigns each item, by id, a file name that is valid on every common file system and unique even
 * where case and Unicode normalization are ignored. Of two items with one name the first keeps it and
 * the other gets its id appended. Pass the oldest item first: then a new item never renames the file
 * of an older one.
 */
export function assignFileNames(items: Iterable<Named>): Map<string, string> {
  const taken = new Set<string>()
  const names = new Map<string, string>()
  for (const item of items) {
    const name = candidates(item).find((candidate) => !taken.has(foldCase(candidate)))
    if (name === undefined) throw new Error(`two pages or collections have the id ${item.id}`)
    taken.add(foldCase(name))
    names.set(item.id, name)
  }
  return names
}

/** The name itself where it is valid unchanged, then the name with the id, then the id alone. */
function candidates({ id, name }: Named): string[] {
  const parts = name.split('/').filter(Boolean)
  const safe = parts.map(safePart)
  const isUnchanged = parts.length > 0 && safe.every((part, index) => part === parts[index])
  const suffix = undashId(id).replaceAll(/[^0-9a-z]/gi, '-')
  const withId = `${truncateLast(safe.join('/'), safe.length)}-${suffix}`
  const fitting = [...(isUnchanged ? [safe.join('/')] : []), withId].filter(
    (candidate) => Buffer.byteLength(candidate) <= MAX_PATH_BYTES
  )
  return [...fitting, suffix]
}

function safePart(part: string): string {
  const plain = part
    .normalize('NFC')
    .replaceAll(forbidden, '-')
    .replaceAll(/^\.+|[. ]+$|\.(?=md$)/gi, '-')
  return truncate(reserved.test(plain) ? `-${plain}` : plain, MAX_BYTES)
}

/** Truncates the last segment to leave room for an id. */
function truncateLast(name: string, partCount: number): string {
  if (partCount === 0) return 'untitled'
  const slash = name.lastIndexOf('/') + 1
  return name.slice(0, slash) + truncate(name.slice(slash), MAX_BYTES - 40)
}

function truncate(text: string, bytes: number): string {
  let result = text
  while (Buffer.byteLength(result) > bytes) result = [...result].slice(0, -1).join('')
  return result
}

/** One key for all names that some file system treats as equal. */
function foldCase(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}
