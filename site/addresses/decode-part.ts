/**
 * A part of a path as text. Decodes it as the value of a form, because `decodeURIComponent` throws on a
 * stray percent sign. The signs with a meaning in forms, `+` and `&`, are encoded before.
 */
export function decodePart(encoded: string): string {
  const value = encoded.replaceAll('+', '%2B').replaceAll('&', '%26')
  return new URLSearchParams(`n=${value}`).get('n') ?? encoded
}
