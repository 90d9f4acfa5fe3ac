/** Removes accents from Latin letters. Marks of other scripts form other letters and are kept. */
export function stripLatinAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
}
