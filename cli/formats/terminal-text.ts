/**
 * The text on one line, with control and bidirectional formatting characters escaped: a wiki may
 * contain terminal escape sequences.
 */
export function terminalText(text: string): string {
  return text
    .replaceAll(/\r?\n/g, '↵')
    .replaceAll('\t', ' ')
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
