/** An address as the URL of a link; characters that a URL may not contain are encoded. */
export function destination(address: string): string {
  return address.trim().replaceAll(/[\s\p{Cc}<>()[\]\\"|`*$]/gu, percentEncoded)
}

/** A file path as the URL of a link; `%`, `?` and `#` have a meaning in URLs and are encoded. */
export function fileDestination(path: string): string {
  return destination(path.replaceAll(/[%?#]/g, percentEncoded))
}

function percentEncoded(character: string): string {
  // encodeURIComponent does not encode these.
  return /[()*]/.test(character)
    ? `%${character.codePointAt(0)?.toString(16).toUpperCase()}`
    : encodeURIComponent(character)
}
