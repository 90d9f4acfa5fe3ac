import type { Collection } from 'notion-types'

import { defaultView, filterName, isFiltered, optionKey } from '../../site/addresses/page-query.ts'
import { wordParameters } from '../../site/pages/view-words.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import { MAX_OPTIONS, type ViewWindow } from '../../site/pages/view-window.ts'
import type { Messages } from '../../site/locales/en.ts'
import type { ShownProperty } from '../blocks/rows/view-properties.ts'
import { titleProperty } from './layouts/table-columns.ts'
import { type ViewPlace, viewHref } from './view-place.ts'
import { useMessages } from '../messages.ts'

/** Below this many rows, reading them is faster than a search. */
const FEW_ROWS = 8

interface ToolsProps {
  collection: Collection
  properties: ShownProperty[]
  page: ViewWindow
  place: ViewPlace
}

/**
 * A form that searches, filters and sorts the rows of a view, with the number of matching rows. Heads of
 * tables sort too, but most of them are not on the screen of a phone.
 */
export function ViewTools({ collection, properties, page, place }: ToolsProps) {
  const { query, others, anchor, words } = place
  const isActive = isFiltered(query)
  const messages = useMessages()
  if (page.whole < FEW_ROWS && !isActive) return null

  const { viewId } = query
  const baseQuery = defaultView(viewId)
  const wordOf = (property: string) => words.get(viewId)?.properties.get(property) ?? property
  return (
    <details className="view-tools" open={isActive || undefined}>
      <summary>{messages.searchFilterSort}</summary>
      <form method="get" action={`#${anchor}`} data-view-form="">
        {wordParameters([...others, baseQuery], words).map(([name, value], index) => (
          // Names repeat, once for each collection.
          // oxlint-disable-next-line react/no-array-index-key
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <label>
          <span>{messages.search}</span>
          <input type="search" name="q" defaultValue={query.search} maxLength={200} />
        </label>
        {properties.map((property) => (
          <FilterField key={property.id} {...{ property, query, wordOf, page }} />
        ))}
        <SortFields {...{ collection, properties, query, wordOf }} />
        <button type="submit">{messages.show}</button>
        {isActive && <span>{messages.someRows(page.total, page.whole)}</span>}
        {isActive && (
          <a href={viewHref(place, baseQuery)} data-view-link="all">
            {messages.showAllRows(page.whole)}
          </a>
        )}
      </form>
    </details>
  )
}

/** What a field needs of the address. */
interface FieldProps {
  query: ViewPlace['query']
  /** What the address calls a property. */
  wordOf: (property: string) => string
}

function FilterField(
  props: FieldProps & { property: ShownProperty; page: Pick<ViewWindow, 'coveredOptions'> }
) {
  const { property, query, wordOf, page } = props
  const { id, schema } = property
  const covered = page.coveredOptions?.get(id)
  const messages = useMessages()
  const options = optionsOf(schema, messages)
  const field = filterName(wordOf(id))
  if (options.length === 0) return null
  const value = query.filters.find((filter) => filter.property === id)?.value ?? ''
  if (options.length > MAX_OPTIONS) {
    return (
      <label>
        <span>{schema.name}</span>
        <input type="search" name={field} defaultValue={value} maxLength={200} />
      </label>
    )
  }
  return (
    <label>
      <span>{schema.name}</span>
      <select name={field} defaultValue={value}>
        <option value="">{messages.any}</option>
        {options.map(({ name, key }) => (
          // Without `value`, browsers would send the text with collapsed spaces.
          <option key={key} value={key} {...coverOption(covered?.get(name.trim()))}>
            {shortLabel(name)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Shown to readers of the chapter (`start-spoilers.ts`). */
function coverOption(chapter: string | undefined) {
  return chapter === undefined ? undefined : { hidden: true, 'data-spoiler': chapter }
}

function optionsOf({ type, options = [] }: ShownProperty['schema'], { yes, no }: Messages) {
  if (type !== 'checkbox')
    return options.map((each) => ({ name: each.value, key: optionKey(each) }))
  return [
    { name: yes, key: 'Yes' },
    { name: no, key: 'No' }
  ]
}

function SortFields(props: FieldProps & Pick<ToolsProps, 'collection' | 'properties'>) {
  const { collection, properties, query, wordOf } = props
  const messages = useMessages()
  const title = titleProperty(collection, messages)
  return (
    <>
      <label>
        <span>{messages.sortBy}</span>
        <select name="sort" defaultValue={query.sort ? wordOf(query.sort.property) : ''}>
          <option value="">{messages.viewOrder}</option>
          <option value={wordOf(title.id)}>{title.schema.name}</option>
          {properties.map(({ id, schema }) => (
            <option key={id} value={wordOf(id)}>
              {schema.name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{messages.direction}</span>
        <select name="dir" defaultValue={query.sort?.isDescending ? 'desc' : ''}>
          <option value="">{messages.ascending}</option>
          <option value="desc">{messages.descending}</option>
        </select>
      </label>
    </>
  )
}
