import {
  type ViewQuery,
  defaultView,
  filterProperty,
  isFiltered
} from '../../../../site/addresses/page-query.ts'
import { wordParameters } from '../../../../site/pages/view-words.ts'
import { type ViewPlace, viewHref } from '../../../collections/view-place.ts'

/** A view and the queries of the page. */
export type FormPlace = Omit<ViewPlace, 'sorter'>

/** Fills the form of a view (`web/collections/ViewTools.tsx`) for a query. */
export function showForm(
  tools: HTMLDetailsElement,
  place: FormPlace,
  texts: { some: string | undefined; all: string }
): void {
  const form = tools.querySelector('form')
  if (!form) return
  const { query, others, words } = place
  const isActive = isFiltered(query)
  tools.open = isActive
  const base = defaultView(query.viewId)
  for (const input of form.querySelectorAll('input[type=hidden]')) input.remove()
  form.prepend(...wordParameters([...others, base], words).map(hiddenInput))
  fillFields(form, place)
  for (const shown of form.querySelectorAll(':scope > :is(span, a)')) shown.remove()
  if (isActive) form.append(...results(place, base, texts))
}

function hiddenInput([name, value]: [string, string]): HTMLInputElement {
  const input = document.createElement('input')
  Object.assign(input, { type: 'hidden', name, value })
  return input
}

function fillFields(form: HTMLFormElement, { query, words }: FormPlace): void {
  const known = words.get(query.viewId)?.properties
  const wordOf = (property: string) => known?.get(property) ?? property
  const values = new Map([
    ['q', query.search],
    ['sort', query.sort ? wordOf(query.sort.property) : ''],
    ['dir', query.sort?.isDescending ? 'desc' : '']
  ])
  for (const field of form.elements) {
    const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement
    if (!isField || field.type === 'hidden') continue
    const { name } = field
    const property = filterProperty(name)
    const filter = query.filters.find((each) => wordOf(each.property) === property)
    field.value = (property === undefined ? values.get(name) : filter?.value) ?? ''
    // A value that the list does not have.
    if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0
  }
}

/** The number of matching rows, and the link to all. */
function results(
  place: FormPlace,
  base: ViewQuery,
  { some, all }: { some: string | undefined; all: string }
): Element[] {
  const count = document.createElement('span')
  count.textContent = some ?? ''
  const link = document.createElement('a')
  link.setAttribute('href', viewHref(place, base))
  link.dataset['viewLink'] = 'all'
  link.textContent = all
  return [count, link]
}
