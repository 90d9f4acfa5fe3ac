/** The publication that a file of the mirror is a copy of. */
export interface CopiedPublication {
  generation: number
  /** UTC milliseconds. */
  publishedAt: number
  /** See `PublicationFacts`. */
  digest: string
}

/** Hexadecimal digits of the digest. */
const DIGEST_DIGITS = 8

/**
 * The version in the name of a file of the mirror, such as `42-mf3k0c9x-1b9d6bcd`: the generation, the time
 * of its publication in base 36, since a restored mirror repeats generations, and the start of its digest,
 * since the mirror and its copies without spoilers have the same time.
 */
export function mirrorVersion({ generation, publishedAt, digest }: CopiedPublication): string {
  return `${generation}-${publishedAt.toString(36)}-${digest.slice(0, DIGEST_DIGITS)}`
}

/** The name of the file of a publication, which never changes its content. */
export function mirrorFileName(publication: CopiedPublication): string {
  return `mirror.${mirrorVersion(publication)}.db`
}

/** The pattern of a version, for routes. */
export const MIRROR_VERSION = `\\d{1,15}-[0-9a-z]{1,10}-[0-9a-f]{${DIGEST_DIGITS}}`

/** The generation of a version. */
export function generationOf(version: string): number {
  return Number(version.split('-')[0])
}
