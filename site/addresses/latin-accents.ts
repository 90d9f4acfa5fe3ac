/** Text with the accents of Latin letters left out; marks of other scripts make other letters, and stay. */
export function stripLatinAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
}
