/**
 * A part of a path as text. `decodeURIComponent` throws on a stray percent sign. Form decoding does
 * not; what it reads as signs of its own, `+` and `&`, is encoded before.
 */
export function decodePart(encoded: string): string {
  const value = encoded.replaceAll('+', '%2B').replaceAll('&', '%26')
  return new URLSearchParams(`n=${value}`).get('n') ?? encoded
}
