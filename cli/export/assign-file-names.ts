import { undashId } from '../../site/notion/blocks/notion-id.ts'

/** What a file is to be called after. */
export interface Named {
  id: string
  /** Wanted name without extension; slashes make folders. */
  name: string
}

/** Bytes that one part of a path may have on every common file system, extension and id included. */
const MAX_BYTES = 200
const MAX_PATH_BYTES = 600
const forbidden = /[<>:"|?*\\\p{Cc}\p{Cs}]/gu
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

/**
 * Gives each item a file name that every file system takes and that no other item has, in upper
 * or lower case, composed or not. The first of two with one name keeps it and the other gets its
 * id behind it, so items come oldest first: a newer one never renames an older one's file.
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

/** The name itself where it can stay as it is, then with the id, then the id alone. */
function candidates({ id, name }: Named): string[] {
  const parts = name.split('/').filter(Boolean)
  const safe = parts.map(safePart)
  const isKept = parts.length > 0 && safe.every((part, index) => part === parts[index])
  const suffix = undashId(id).replaceAll(/[^0-9a-z]/gi, '-')
  const withId = `${shortened(safe.join('/'), safe.length)}-${suffix}`
  const fitting = [...(isKept ? [safe.join('/')] : []), withId].filter(
    (candidate) => Buffer.byteLength(candidate) <= MAX_PATH_BYTES
  )
  return [...fitting, suffix]
}

function safePart(part: string): string {
  const plain = part
    .normalize('NFC')
    .replaceAll(forbidden, '-')
    .replaceAll(/^\.+|[. ]+$|\.(?=md$)/gi, '-')
  return cut(reserved.test(plain) ? `-${plain}` : plain, MAX_BYTES)
}

/** With room for an id at the end of the last part. */
function shortened(name: string, partCount: number): string {
  if (partCount === 0) return 'untitled'
  const slash = name.lastIndexOf('/') + 1
  return name.slice(0, slash) + cut(name.slice(slash), MAX_BYTES - 40)
}

function cut(text: string, bytes: number): string {
  let result = text
  while (Buffer.byteLength(result) > bytes) result = [...result].slice(0, -1).join('')
  return result
}

/** One key for all names that some file system takes for the same. */
function foldCase(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}
