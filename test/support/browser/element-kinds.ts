import type { Page } from 'playwright-core'

/** The kinds of elements of a document. */
export interface ElementKinds {
  alone: string[]
  /** Each kind with that of its parent. */
  inParents: string[]
}

/**
 * The kinds of elements in an HTML document: each has a tag, classes, a role and ARIA states, names of
 * other attributes, and text or none. Landmarks and labelled elements that are there more than once are
 * a kind of their own, and so is each order of two headings.
 */
export async function elementKinds(page: Page, document: string): Promise<ElementKinds> {
  return JSON.parse(await page.evaluate(kindsOfDocument, document)) as ElementKinds
}

/**
 * The kinds of the elements that the page shows, each with that of its parent. `shownOfKind` of its
 * window then has the first element of each.
 */
export async function shownKinds(page: Page): Promise<string[]> {
  const { inParents } = JSON.parse(await page.evaluate(kindsOfDocument, undefined)) as ElementKinds
  return inParents
}

/**
 * Keys whose kinds are together all kinds, with the number that each adds: first the one with the most
 * kinds, then always the one that adds the most.
 */
export function coverKinds(kinds: Map<string, string[]>): Map<string, number> {
  const missing = new Set([...kinds.values()].flat())
  const chosen = new Map<string, number>()
  while (missing.size > 0) {
    let best = { key: '', added: 0 }
    for (const [key, each] of kinds) {
      const added = each.filter((kind) => missing.has(kind)).length
      if (added > best.added) best = { key, added }
    }
    for (const kind of kinds.get(best.key) ?? []) missing.delete(kind)
    chosen.set(best.key, best.added)
  }
  return chosen
}

/**
 * The kinds as JSON, since hundreds of values are slow to hand over. Runs in the browser, so it refers to
 * nothing outside of it.
 */
function kindsOfDocument(html: string | undefined): string {
  const withValue =
    /^(role|type|scope|tabindex|lang|dir)$|^aria-(?!label|describedby|controls|owns)/
  const attributeKind = ({ name, value }: Attr): string => {
    if (name === 'class') return `.${value.split(/\s+/).toSorted().join('.')}`
    if (withValue.test(name)) return `${name}=${value}`
    return value === '' ? `${name}=` : name
  }
  const known = new Map<Element, string>()
  const kindOf = (element: Element): string => {
    const attributes = [...element.attributes].map(attributeKind).toSorted()
    const hasText = [...element.childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim()
    )
    const kind = [element.localName, ...attributes, ...(hasText ? ['text'] : [])].join(' ')
    known.set(element, kind)
    return kind
  }
  const isShown = html === undefined
  const parsed = isShown ? document : new DOMParser().parseFromString(html, 'text/html')
  const alone = new Set<string>()
  const inParents = new Map<string, Element>()
  const others = new Set<string>()
  const once = new Set<string>()
  for (const element of parsed.querySelectorAll('*')) {
    if (isShown && !element.checkVisibility()) continue
    const kind = kindOf(element)
    alone.add(kind)
    const parent = element.parentElement
    const inParent = `${kind} in ${parent ? (known.get(parent) ?? kindOf(parent)) : ''}`
    if (!inParents.has(inParent)) inParents.set(inParent, element)
    const isNamed = /^(nav|aside|main|section|form|header|footer|table|dialog)\b| (aria-|role=)/
    if (once.has(kind) && isNamed.test(kind)) others.add(`${kind} again`)
    once.add(kind)
  }
  const headings = [...parsed.querySelectorAll('h1, h2, h3, h4, h5, h6')]
  headings.forEach(({ localName }, index) =>
    others.add(`${localName} after ${headings[index - 1]?.localName}`)
  )
  if (isShown) Object.assign(globalThis, { shownOfKind: inParents })
  const kinds: ElementKinds = {
    alone: [...alone, ...others],
    inParents: [...inParents.keys(), ...others]
  }
  return JSON.stringify(kinds)
}
