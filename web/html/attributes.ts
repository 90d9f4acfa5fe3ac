import type { CSSProperties } from 'react'

import { escapeHtml } from './escape-html.ts'

/** How the values of an attribute are written. */
type Kind = 'text' | 'flag' | 'address' | 'style' | 'default' | 'none'

interface Spelling {
  kind: Kind
  /** The start of the attribute, up to its value. */
  start: string
}

const otherNames = new Map(
  Object.entries({
    className: 'class',
    crossOrigin: 'crossorigin',
    defaultChecked: 'checked',
    defaultValue: 'value',
    fillRule: 'fill-rule',
    htmlFor: 'for',
    httpEquiv: 'http-equiv',
    shapeRendering: 'shape-rendering',
    strokeDasharray: 'stroke-dasharray',
    tabIndex: 'tabindex'
  })
)

/** Attributes whose presence is their value. */
const flags = new Set(
  'allowFullScreen async autoFocus autoPlay checked controls defaultChecked defer disabled hidden loop multiple muted noModule open playsInline readOnly required reversed selected'.split(
    ' '
  )
)
const addresses = new Set(['action', 'formAction', 'href', 'src'])
const notAttributes = new Set(['children', 'dangerouslySetInnerHTML', 'key', 'ref'])

const spellings = new Map<string, Spelling>()

/** The attributes of an element as HTML, each after a space. */
export function attributesOf(tag: string, props: Record<string, unknown>): string {
  let html = ''
  for (const name in props) {
    const value = props[name]
    if (value === undefined || value === null) continue
    const spelling = spellings.get(name) ?? spell(name)
    if (typeof value === 'string' && spelling.kind === 'text') {
      html += `${spelling.start}${escapeHtml(value)}"`
    } else {
      html += attribute(tag, spelling, value)
    }
  }
  return html
}

function spell(name: string): Spelling {
  const written = otherNames.get(name) ?? name
  const spelling = { kind: kindOf(name), start: ` ${written}="` }
  spellings.set(name, spelling)
  return spelling
}

function kindOf(name: string): Kind {
  // Event handlers are never written: the Content-Security-Policy allows no inline scripts.
  if (notAttributes.has(name) || /^on/i.test(name) || !/^[a-z][\w:-]*$/i.test(name)) return 'none'
  if (name === 'style') return 'style'
  if (name === 'defaultValue') return 'default'
  if (flags.has(name)) return 'flag'
  return addresses.has(name) ? 'address' : 'text'
}

function attribute(tag: string, { kind, start }: Spelling, value: unknown): string {
  if (typeof value === 'function' || typeof value === 'symbol') return ''
  switch (kind) {
    case 'none':
      return ''
    case 'flag':
      return value ? `${start}"` : ''
    case 'style':
      return styleAttribute(value as CSSProperties)
    case 'address':
      return addressAttribute(tag, start, value)
    case 'default':
      // A `select` has no such attribute: the option with its default value is marked instead.
      return tag === 'select' ? '' : `${start}${escapeHtml(String(value))}"`
    case 'text':
      return typeof value === 'boolean' && !hasBooleans.test(start)
        ? ''
        : `${start}${escapeHtml(String(value))}"`
  }
}

/** Attributes of which `false` is a value. */
const hasBooleans = /^ (?:data-|aria-|spellCheck|draggable|contentEditable|value)/

/** What browsers read as `javascript:`, although there are control characters in it. */
const script = /^[\p{Cc} ]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/iu

/** An empty address would load the document itself; a link may lead to it. */
function addressAttribute(tag: string, start: string, value: unknown): string {
  const address = String(value)
  if (typeof value === 'boolean' || script.test(address)) return ''
  return address === '' && tag !== 'a' ? '' : `${start}${escapeHtml(address)}"`
}

/** Properties whose numbers are not lengths. */
const bare = new Set(
  'aspectRatio columnCount flex flexGrow flexShrink fontWeight gridColumn gridRow lineHeight opacity order zIndex zoom'.split(
    ' '
  )
)

function styleAttribute(style: CSSProperties): string {
  const parts = Object.entries(style).flatMap(([name, value]) => {
    if (value === undefined || value === null || typeof value === 'boolean' || value === '')
      return []
    return `${styleName(name)}:${styleValue(name, value as string | number)}`
  })
  return parts.length === 0 ? '' : ` style="${parts.join(';')}"`
}

function styleName(name: string): string {
  if (name.startsWith('--')) return escapeHtml(name)
  return escapeHtml(name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
}

function styleValue(name: string, value: string | number): string {
  if (typeof value === 'string') return escapeHtml(value.trim())
  const isBare = value === 0 || name.startsWith('--') || bare.has(name)
  return isBare ? String(value) : `${value}px`
}
