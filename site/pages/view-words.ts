import { parseId, undashId } from '../notion/blocks/notion-id.ts'
import {
  type ViewQuery,
  filterName,
  filterProperty,
  queryParameters
} from '../addresses/page-query.ts'
import { titleToSlug } from '../addresses/slug.ts'

/** A view of a page, as its words are made of it. */
export interface NamedView {
  /** Dashed id. */
  id: string
  name: string
  /** Notion's name of the type, such as `table`. */
  type: string
  collection: { name: string; properties: { id: string; name: string }[] }
}

/** What addresses call a view and the properties of its collection. */
interface ViewWords {
  view: string
  /** Other names that lead to the view, as long as no view before it has them. */
  aliases: string[]
  /** By property id. */
  properties: ReadonlyMap<string, string>
}

/** The words of all views of a page, by view id in the order of the page. */
export type AddressWords = ReadonlyMap<string, ViewWords>

const ID_DIGITS = 6

/**
 * Chooses the words of a page's views: the slug of a view's name (or its type), that with the name of
 * its collection or with the end of its id, if several views have the same name, else its id. A
 * property has the slug of its name, or its id if that is empty or ambiguous.
 */
export function addressWords(views: NamedView[]): AddressWords {
  const named = views.map((view) => ({ view, names: viewNames(view) }))
  const counts = countTexts(named.flatMap(({ names }) => names))
  const properties = new Map<NamedView['collection'], ReadonlyMap<string, string>>()
  const words = new Map<string, ViewWords>()
  for (const { view, names } of named) {
    const { collection } = view
    const known = properties.get(collection) ?? propertyWords(collection.properties)
    properties.set(collection, known)
    const unique = names.find((name) => counts.get(name) === 1) ?? undashId(view.id)
    words.set(view.id, { view: unique, aliases: names, properties: known })
  }
  return words
}

/** Names that may lead to a view, the shortest first; none of them looks like an id. */
function viewNames({ id, name, type, collection }: NamedView): string[] {
  const own = titleToSlug(name) || titleToSlug(type)
  const names = [own, `${titleToSlug(collection.name)}-${own}`, `${own}-${id.slice(-ID_DIGITS)}`]
  return [...new Set(names.filter(isUsable))]
}

function isUsable(name: string): boolean {
  return name !== '' && !name.startsWith('-') && parseId(name) === undefined
}

function propertyWords(properties: { id: string; name: string }[]): ReadonlyMap<string, string> {
  const slugs = properties.map(({ id, name }) => ({ id, slug: titleToSlug(name) }))
  const counts = countTexts(slugs.map(({ slug }) => slug))
  const ids = new Set(properties.map(({ id }) => id))
  return new Map(
    slugs.map(({ id, slug }) => {
      const isFree = slug !== '' && counts.get(slug) === 1 && !ids.has(slug)
      return [id, isFree ? slug : id]
    })
  )
}

function countTexts(texts: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/**
 * The query parameters of these views with words instead of ids. The only view of a page is not
 * named. `idParameters` is the inverse.
 */
export function wordParameters(views: ViewQuery[], words: AddressWords): [string, string][] {
  return views.flatMap((view) => {
    const own = words.get(view.viewId)
    const wordOf = (property: string) => own?.properties.get(property) ?? property
    const { sort, filters } = view
    const [first, ...rest] = queryParameters([
      {
        ...view,
        sort: sort && { ...sort, property: wordOf(sort.property) },
        filters: filters.map((each) => ({ ...each, property: wordOf(each.property) }))
      }
    ])
    const isOnly = words.size === 1 && own !== undefined
    const name: [string, string][] = first && !isOnly ? [['v', own?.view ?? first[1]]] : []
    return [...name, ...rest]
  })
}

/** Parameters of a view; others are not read. */
const ofView = /^(?:from|sort|dir|q|is\..*)$/

/** Whether a query string may name views or properties by words. */
export function hasWords(search: string): boolean {
  let hasView = false
  for (const [name, value] of new URLSearchParams(search)) {
    if (name === 'v' && parseId(value) === undefined) return true
    if (name === 'v') hasView = true
    else if (!hasView && ofView.test(name)) return true
    else if (name === 'sort' || name.startsWith('is.')) return true
  }
  return false
}

/**
 * A query string with ids instead of words. Parameters before the first `v` apply to the first view of
 * the page. Unknown words and ids are left as they are.
 */
export function idParameters(search: string, words: AddressWords): string {
  const written: [string, string][] = []
  const [firstId] = words.keys()
  let viewId: string | undefined
  for (const [name, value] of new URLSearchParams(search)) {
    if (name === 'v') {
      viewId = findView(value, words)
      written.push(['v', viewId === undefined ? value : undashId(viewId)])
    } else if (ofView.test(name)) {
      if (written.length === 0 && firstId !== undefined) {
        viewId = firstId
        written.push(['v', undashId(viewId)])
      }
      written.push(withPropertyId(name, value, viewId && words.get(viewId)))
    }
  }
  return written.length === 0 ? '' : `?${new URLSearchParams(written)}`
}

/** The id of the view that a word or an id leads to; undefined for an unknown word. */
export function findView(word: string, words: AddressWords): string | undefined {
  const id = parseId(word)
  if (id !== undefined) return id
  const entries = [...words]
  const found =
    entries.find(([, { view }]) => view === word) ??
    entries.find(([, { aliases }]) => aliases.includes(word))
  return found?.[0]
}

function withPropertyId(
  name: string,
  value: string,
  words: ViewWords | undefined | ''
): [string, string] {
  if (!words) return [name, value]
  if (name === 'sort') return [name, findProperty(value, words)]
  const property = filterProperty(name)
  return property === undefined ? [name, value] : [filterName(findProperty(property, words)), value]
}

/** An id comes first: addresses of earlier versions have ids. */
function findProperty(word: string, { properties }: ViewWords): string {
  if (properties.has(word)) return word
  return [...properties].find(([, each]) => each === word)?.[0] ?? word
}
