import { unicodeEscape } from '../../site/formats/json-text.ts'

/**
 * The text on one line, with control and bidirectional formatting characters escaped: a wiki may
 * contain terminal escape sequences.
 */
export function terminalText(text: string): string {
  return text
    .replaceAll(/\r?\n/g, '↵')
    .replaceAll('\t', ' ')
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, unicodeEscape)
}
