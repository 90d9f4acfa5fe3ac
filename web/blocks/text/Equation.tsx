import { ParseError, renderToString } from 'katex'

import { LruCache } from '../format/lru-cache.ts'
import { mayTypeset, usePage } from '../context/page-context.ts'

const MAX_KEPT = 500_000
/** Far beyond any formula that a person reads; the time for one grows with its length. */
const MAX_TYPESET = 10_000

/** A formula as markup, or undefined when it cannot be typeset. */
const kept = new LruCache<{ html: string | undefined }>(MAX_KEPT)

/** A formula as MathML, which browsers typeset by themselves: no script, no style sheet. */
export function Equation({ math, isInline }: { math: string; isInline: boolean }) {
  const mayBeSet = mayTypeset(usePage(), math.length)
  const key = `${isInline ? 'inline' : 'block'}\n${math}`
  const { html } = mayBeSet
    ? kept.get(key, () => ({ html: typeset(math, isInline) }))
    : { html: undefined }
  if (html === undefined) return <Unset math={math} isInline={isInline} />

  // The markup is katex's own; it escapes the source, which stands in it for copying, and `trust` is off.
  const markup = { __html: html }
  return isInline ? (
    <span className="equation" dangerouslySetInnerHTML={markup} />
  ) : (
    <div className="equation-block" dangerouslySetInnerHTML={markup} />
  )
}

/** What is no TeX is shown as it was written. */
function Unset({ math, isInline }: { math: string; isInline: boolean }) {
  const source = (
    <code className="equation-source" title="This formula cannot be typeset">
      {math}
    </code>
  )
  return isInline ? source : <div className="equation-block">{source}</div>
}

function typeset(math: string, isInline: boolean): string | undefined {
  if (math.length > MAX_TYPESET) return undefined
  try {
    return renderToString(math, {
      output: 'mathml',
      displayMode: !isInline,
      strict: false,
      trust: false,
      maxExpand: 200,
      maxSize: 20
    })
  } catch (error) {
    // Wrong TeX, or nested deeper than katex can follow.
    if (error instanceof ParseError || error instanceof RangeError) return undefined
    throw error
  }
}
