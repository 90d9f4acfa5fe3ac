/**
 * Letters that become kana, alone or doubled: `k`, `ky`, `tts`. Words of consonants, as `tnt`, are none.
 */
const ROMAJI_BEGINNING = /^([b-df-hj-np-tv-z])\1?[hswy]?$/
/** Kana, the signs that become Chinese, and single letters of Korean syllables. */
const HALF_TYPED = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}ー\u{3131}-\u{318E}]/u

/**
 * Whether letters that are being put together are no word yet, as kana that become kanji. Keyboards of
 * phones put all words together, in any script: those are words while they are typed.
 */
export function isUnfinished(letters: string): boolean {
  const plain = letters.normalize('NFKC')
  return HALF_TYPED.test(plain) || ROMAJI_BEGINNING.test(plain)
}

/** Whether a key is about letters that are being put together. Safari tells of the last one by its code alone. */
export function isCompositionEvent({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}
