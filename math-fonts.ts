import { readFileSync, writeFileSync } from 'node:fs'

import subsetFont from 'subset-font'

/**
 * Writes the fonts of formulas: parts of STIX Two Math with its MATH table, and the italic letters of
 * STIX Two Text for variables. Run it by `npm run fonts:math` after an update of a font or of KaTeX.
 */
const modules = new URL('./node_modules/', import.meta.url)
const fonts = new URL('@fontsource/', modules)
const folder = new URL('./web/styles/page/math/', import.meta.url)
const math = 'stix-two-math/files/stix-two-math-latin-400-normal.woff2'

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
const codes = (text: string) => Array.from(text, (letter) => letter.codePointAt(0) ?? 0)

/** What most formulas consist of. */
const core = [
  ...range(0x20, 0x7e),
  ...range(0x391, 0x3c9),
  ...codes('ϑϕϖϱϵ'),
  ...codes('−×÷±·…⋯→←↑↓⇒∑∏∫√∞∂∇≤≥≠≈≡∈∉⊂∪∩∀∃′⟨⟩∣∥‖⌊⌋⌈⌉'),
  // Signs that grow: browsers look for their larger forms in the first font only.
  ...codes('∐∬∭∮⋀⋁⋂⋃⨀⨁⨂⨄⨆⟦⟧⎰⎱↕⇑⇓⇕↔↦↩↪↼↽⇀⇁⇐⇔‾⎴⎵⏞⏟⏠⏡'),
  ...codes('\u0302\u0303\u0305\u030C\u0330\u0332\u20D6\u20D7'),
  // The invisible signs of applied functions and products.
  ...range(0x2061, 0x2064)
]

/** Script, fraktur and double-struck letters. */
const letters = [...range(0x1d49c, 0x1d4cf), ...range(0x1d504, 0x1d56b), ...range(0x1d7d8, 0x1d7e1)]

/** Every other character that KaTeX has a name for, accents, and letters that the alphabets lack. */
function symbols(): number[] {
  const katex = readFileSync(new URL('katex/dist/katex.mjs', modules), 'utf8')
  const named = [...katex.matchAll(/\\u([0-9a-fA-F]{4})/g)].map(([, code = '']) =>
    parseInt(code, 16)
  )
  const known = new Set(core)
  const all = [...named, ...range(0x300, 0x338), ...codes('ıȷ⃗⃖ℂℍℕℙℚℝℤℬℰℱℋℐℒℳℛℯℊℴℭℌℑℜℨ')]
  return all.filter((code) => isSymbol(code) && !known.has(code))
}

const isSymbol = (code: number) =>
  (code >= 0xa0 && code < 0x370) || (code >= 0x2010 && code < 0x2e00)

await writeFont('core', math, core)
await writeFont('symbols', math, symbols())
await writeFont('letters', math, letters)
await writeFont('italic', 'stix-two-text/files/stix-two-text-latin-400-italic.woff2', [
  ...range(0x41, 0x5a),
  ...range(0x61, 0x7a)
])
await writeFont('italic-greek', 'stix-two-text/files/stix-two-text-greek-400-italic.woff2', [
  ...range(0x391, 0x3c9),
  ...codes('ϑϕϖϱϵ')
])

async function writeFont(name: string, source: string, part: number[]): Promise<void> {
  const font = await subsetFont(
    readFileSync(new URL(source, fonts)),
    String.fromCodePoint(...part),
    {
      targetFormat: 'woff2',
      noHinting: true,
      keepFeatures: ['ssty']
    }
  )
  writeFileSync(new URL(`math-${name}.woff2`, folder), font)
}
