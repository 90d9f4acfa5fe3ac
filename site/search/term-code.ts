import { isJoined } from './tokens.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'
const BASE = ALPHABET.length

/**
 * A token as the small index keeps it. Its tree looks at the ways that lead on from a node one by
 * one, and thousands of Chinese and Japanese letters would lead on from its root: they are written
 * with three of 38 signs each, which are no letters of a folded word.
 */
export function termCode(token: string): string {
  if (!isJoined(token)) return token
  let code = ''
  for (const letter of token) {
    const point = letter.codePointAt(0) ?? 0
    code += sign(point / BASE ** 2) + sign(point / BASE) + sign(point)
    if (point >= BASE ** 3) code += sign(point / BASE ** 3)
  }
  return code
}

function sign(value: number): string {
  return ALPHABET[Math.floor(value) % BASE] ?? ''
}
