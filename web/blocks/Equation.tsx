import { renderToString } from 'katex'

/** A formula as MathML, which browsers typeset by themselves: no script, no style sheet. */
export function Equation({ math, isInline }: { math: string; isInline: boolean }) {
  // The markup is katex's own; it escapes the source, and `trust` is off.
  const html = renderToString(math, {
    output: 'mathml',
    displayMode: !isInline,
    throwOnError: false,
    strict: false,
    trust: false,
    maxExpand: 200
  })
  const markup = { __html: html }
  return isInline ? (
    <span className="equation" dangerouslySetInnerHTML={markup} />
  ) : (
    <div className="equation-block" dangerouslySetInnerHTML={markup} />
  )
}
