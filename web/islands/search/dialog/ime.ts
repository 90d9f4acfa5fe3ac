/** Romaji that become kana, single or doubled: `k`, `ky`, `tts`; not words such as `tnt`. */
const ROMAJI_BEGINNING = /^([b-df-hj-np-tv-z])\1?[hswy]?$/
/** Kana, Bopomofo, and single Korean letters (jamo), as NFKC writes them. */
const HALF_TYPED = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}ー\u{1100}-\u{11FF}]/u

/**
 * Whether IME composition text is no word yet, such as kana that become kanji. Phone keyboards
 * compose all words, in any script; those count as words while typed.
 */
export function isUnfinished(letters: string): boolean {
  const plain = letters.normalize('NFKC')
  return HALF_TYPED.test(plain) || ROMAJI_BEGINNING.test(plain)
}

/** Whether a key event is part of IME composition; Safari's last one has only key code 229. */
export function isCompositionEvent({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}
