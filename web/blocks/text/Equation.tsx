import { ParseError, renderToString } from 'katex'

import { withMathLetters } from './math-letters.ts'
import { BoundedMap } from '../../../site/limits/bounded-map.ts'
import { mayTypeset, usePage } from '../context/page-context.ts'
import { notion } from '../vocabulary.ts'
import { useMessages } from '../../messages.ts'

const inlineBox = `equation ${notion.equation.inline}`
const blockBox = `equation-block ${notion.equation.block}`
const MAX_CACHED = 500_000
/** Characters. Formulas for readers are shorter, and the time to typeset grows with length. */
const MAX_TYPESET = 10_000

/** Browsers break no line within a formula: a longer one scrolls, if it does not fit. */
const MAX_IN_LINE = 60

/** The markup of formulas; undefined for one that cannot be typeset. */
const cache = new BoundedMap<string, { html: string | undefined }>(
  MAX_CACHED,
  (_, { length }) => length
)

/** A formula as MathML, which browsers typeset without a script or style sheet. */
export function Equation({ math, isInline }: { math: string; isInline: boolean }) {
  const isWithinBudget = mayTypeset(usePage(), math.length)
  const key = `${isInline ? 'inline' : 'block'}\n${math}`
  const { html } = isWithinBudget
    ? cache.getOrInsertComputed(key, () => ({ html: typeset(math, isInline) }))
    : { html: undefined }
  if (html === undefined) return <FormulaSource math={math} isInline={isInline} />

  // The markup is KaTeX's, which escapes the source in its annotation; `trust` is off.
  const markup = { __html: html }
  // What may scroll takes focus, so that a keyboard can scroll it too.
  return isInline ? (
    <span {...inlineProps(math)} dangerouslySetInnerHTML={markup} />
  ) : (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={blockBox} tabIndex={0} dangerouslySetInnerHTML={markup} />
  )
}

function inlineProps(math: string) {
  return math.length > MAX_IN_LINE
    ? { className: `${inlineBox} scrolls`, tabIndex: 0 }
    : { className: inlineBox }
}

/** The source of a formula that is not typeset. */
function FormulaSource({ math, isInline }: { math: string; isInline: boolean }) {
  const source = (
    <code className="equation-source" title={useMessages().equationSource}>
      {math}
    </code>
  )
  return isInline ? source : <div className={blockBox}>{source}</div>
}

function typeset(math: string, isInline: boolean): string | undefined {
  if (math.length > MAX_TYPESET) return undefined
  try {
    const mathml = renderToString(math, {
      output: 'mathml',
      displayMode: !isInline,
      strict: false,
      trust: false,
      maxExpand: 200,
      maxSize: 20
    })
    return withMathLetters(mathml)
  } catch (error) {
    // Invalid TeX, or nested too deeply for KaTeX.
    if (error instanceof ParseError || error instanceof RangeError) return undefined
    throw error
  }
}
