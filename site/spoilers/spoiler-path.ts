const PREFIX = '/spoiler/'

/** The path of a withheld page; `keys` identify it without its name. */
export function spoilerPath(...keys: string[]): string {
  return PREFIX + keys.join('/')
}

/** Whether a path is that of a withheld page. No other page can have it: a slug has no slash. */
export function isSpoilerPath(path: string): boolean {
  return path.toLowerCase().startsWith(PREFIX)
}

/** The path of the marked page or toggle that a withheld page belongs to. */
export function spoilerRoot(path: string): string {
  return spoilerPath(path.slice(PREFIX.length).split('/')[0] ?? '')
}
