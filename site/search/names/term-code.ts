import { isJoined } from '../tokens.ts'

/** No token contains these characters: tokens are folded letters, digits and marks. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ!"#$%&\'()*+,-./'
const BASE = ALPHABET.length

const codes = new Map<string, string>()

/**
 * Writes a token of a script without spaces in a small alphabet, three letters for each UTF-16 unit. A
 * radix tree scans the edges of a node one by one, and thousands of kanji would be edges of its root.
 * A token that starts with another one keeps doing so. Tokens of other scripts are unchanged.
 */
export function encodeTerm(token: string): string {
  if (!isJoined(token)) return token
  let code = ''
  for (let at = 0; at < token.length; at++) code += codeOf(token[at] ?? '')
  return code
}

function codeOf(unit: string): string {
  const known = codes.get(unit)
  if (known !== undefined) return known
  const number = unit.charCodeAt(0)
  const digits = [Math.floor(number / BASE / BASE), Math.floor(number / BASE) % BASE, number % BASE]
  const code = digits.map((digit) => ALPHABET[digit] ?? '').join('')
  codes.set(unit, code)
  return code
}
