import { Fragment, type ReactElement, type ReactNode, isValidElement } from 'react'

import { attributesOf } from './attributes.ts'
import { escapeHtml } from './escape-html.ts'

type Props = Record<string, unknown>

const voidElements = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' ')
)
/** Start tags without attributes; undefined for a name that no element has. */
const startTags = new Map<string, string>()

/**
 * The HTML of elements, as `renderToStaticMarkup` of React writes it, in a fraction of its time:
 * components without state need no scheduler. Called while React renders a component, whose contexts
 * the components below can read with `use`. They may use no other hook and provide no context. Throws
 * for anything else than elements, components that are functions, fragments, text and lists of these.
 */
export function writeHtml(node: ReactNode): string {
  if (typeof node === 'string') return escapeHtml(node)
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (Array.isArray(node)) return writeList(node as ReactNode[])
  if (typeof node !== 'object') return String(node)
  // Not by its fields: an object of a record could have them, and would be written as HTML.
  if (isValidElement<Props>(node)) return writeElement(node)
  if (Symbol.iterator in node) return writeList(node)
  throw new Error('HTML can only be written of elements, text and lists')
}

/** HTML that has been written before, as a part of other elements. */
export function Written(_props: { html: string }): ReactNode {
  throw new Error('Written HTML is only for writeHtml')
}

function writeList(nodes: Iterable<ReactNode>): string {
  let html = ''
  for (const node of nodes) html += writeHtml(node)
  return html
}

function writeElement({ type, props }: ReactElement<Props>): string {
  if (typeof type === 'string') return writeTag(type, props)
  if (type === Written) return String(props['html'])
  if (typeof type === 'function') {
    return writeHtml((type as (props: Props) => ReactNode)(props))
  }
  if (type === Fragment) return writeHtml(props['children'] as ReactNode)
  throw new Error(`HTML cannot be written of ${String(type)}`)
}

function writeTag(tag: string, props: Props): string {
  const start = startTag(tag) + attributesOf(tag, props)
  if (voidElements.has(tag)) return `${start}/>`
  return `${start}>${contentOf(tag, props)}</${tag}>`
}

function startTag(tag: string): string {
  const known = startTags.get(tag)
  if (known !== undefined) return known
  if (!/^[a-z][\w.:-]*$/i.test(tag)) throw new Error(`${tag} is not the name of an element`)
  startTags.set(tag, `<${tag}`)
  return `<${tag}`
}

function contentOf(tag: string, props: Props): string {
  const children = props['children'] as ReactNode
  if (tag === 'select') return writeSelect(props['defaultValue'], children)
  const markup = props['dangerouslySetInnerHTML'] as { __html: string } | undefined
  const { __html: html } = markup ?? { __html: writeHtml(children) }
  // Parsers drop a line feed that follows the tag. React sees it in a single text only.
  const isText = markup !== undefined || typeof children === 'string'
  return tag === 'pre' && isText && html.startsWith('\n') ? `\n${html}` : html
}

/** Escaped text cannot be mistaken for the start of an option. */
function writeSelect(chosen: unknown, children: ReactNode): string {
  const start = `<option value="${escapeHtml(String(chosen))}"`
  const html = writeHtml(children)
  // Other attributes may follow.
  return chosen === undefined ? html : html.replace(start, () => `${start} selected=""`)
}
