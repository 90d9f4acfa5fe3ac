/** The publication that a file of the mirror is a copy of. */
interface CopiedPublication {
  generation: number
  /** UTC milliseconds. */
  publishedAt: number
}

/**
 * The version in the name of a file of the mirror, such as `42-mf3k0c9x`: the generation, and the time of
 * its publication in base 36, since a restored mirror repeats generations.
 */
export function mirrorVersion({ generation, publishedAt }: CopiedPublication): string {
  return `${generation}-${publishedAt.toString(36)}`
}

/** The name of the file of a publication, which never changes its content. */
export function mirrorFileName(publication: CopiedPublication): string {
  return `mirror.${mirrorVersion(publication)}.db`
}

/** The pattern of a version, for routes. */
export const MIRROR_VERSION = '\\d{1,15}-[0-9a-z]{1,10}'

/** The generation of a version. */
export function generationOf(version: string): number {
  return Number(version.split('-')[0])
}
