/** A mathematical alphabet of Unicode: its first capital, small letter and digit. */
interface Alphabet {
  capitals: number
  small: number
  digits?: number
  /** Letters whose code points are elsewhere, each followed by its mathematical form. */
  others: string
}

/** By the value of `mathvariant`. The style sheet draws bold, sans-serif and monospaced letters. */
const alphabets = new Map<string, Alphabet>([
  [
    'double-struck',
    { capitals: 0x1d538, small: 0x1d552, digits: 0x1d7d8, others: 'CℂHℍNℕPℙQℚRℝZℤ' }
  ],
  ['script', { capitals: 0x1d49c, small: 0x1d4b6, others: 'BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ' }],
  ['fraktur', { capitals: 0x1d504, small: 0x1d51e, others: 'CℭHℌIℑRℜZℨ' }]
])

/** Accents that fonts can stretch, by the signs that KaTeX writes. */
const wideAccents: Record<string, string> = { '^': '\u0302', '~': '\u0303', ˇ: '\u030C' }

/**
 * KaTeX's MathML with letters of Unicode's mathematical alphabets in place of `mathvariant`, which
 * browsers no longer apply: `<mi mathvariant="double-struck">R</mi>` shows ℝ. An identifier without
 * the attribute is a variable, which the style sheet draws in italics: browsers would use letters
 * that most fonts lack. Wide accents become combining ones, which fonts have in several widths.
 */
export function withMathLetters(mathml: string): string {
  return mathml
    .replaceAll(/<m[ino] [^>]*mathvariant[^>]*>[^<&]*/g, withAlphabet)
    .replaceAll(/<mi>(?=[^<&]{2})/g, '<mi mathvariant="normal">')
    .replaceAll(
      /(?<=<mo stretchy="true">)[~^ˇ](?=<\/mo><\/m(?:over|under)>)/g,
      (sign) => wideAccents[sign] ?? sign
    )
}

/** The start tag and the text of an element. */
function withAlphabet(element: string): string {
  const [attribute = '', variant = ''] = / mathvariant="([a-z-]+)"/.exec(element) ?? []
  if (variant === 'italic') return element.replace(attribute, '')
  const alphabet = alphabets.get(variant)
  if (!alphabet) return element
  const text = element.indexOf('>') + 1
  const letters = Array.from(element.slice(text), (letter) => letterOf(letter, alphabet))
  return element.slice(0, text).replace(variant, 'normal') + letters.join('')
}

function letterOf(letter: string, { capitals, small, digits, others }: Alphabet): string {
  const at = others.indexOf(letter)
  if (at >= 0 && at % 2 === 0) return others.charAt(at + 1)
  const from = (first: string, start: number) =>
    String.fromCodePoint(start + letter.charCodeAt(0) - first.charCodeAt(0))
  if (/^[A-Z]$/.test(letter)) return from('A', capitals)
  if (/^[a-z]$/.test(letter)) return from('a', small)
  return digits !== undefined && /^\d$/.test(letter) ? from('0', digits) : letter
}
