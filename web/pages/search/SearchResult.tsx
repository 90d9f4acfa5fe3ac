import { Fragment, type ReactNode } from 'react'

import { shownTitle } from '../../../site/locales/shown-title.ts'
import type { Snippet } from '../../../site/search/snippet.ts'
import { ShownIcon } from '../shell/ShownIcon.tsx'
import type { HitView } from './search-results.ts'

interface ResultProps {
  hit: HitView
  /** The name of a page without a title. */
  untitled: string
  /** Whether it is in the listbox of the dialog, where each row as a whole is a link. */
  isOption?: boolean
}

/**
 * A result: the page, its breadcrumbs and its matching sections. The results page and the dialog of the
 * browser, where Preact draws it, have the same.
 */
export function SearchResult({ hit, untitled, isOption = false }: ResultProps) {
  const { path, icon, title, titleRanges, above } = hit
  const name = shownTitle(title, { untitled })
  const lead = hit.sections.find(({ heading }) => heading === '')
  const sections = hit.sections.filter(({ heading }) => heading !== '')
  const Row = isOption ? OptionRow : PlainRow
  const rows = sections.map(({ heading, anchor, snippet }, index) => (
    <Row
      key={anchor ?? `${heading} ${index}`}
      href={anchor === null ? path : `${path}#${encodeURIComponent(anchor)}`}
      id={`${path}#${anchor ?? index}`}
      className="search-section"
      name={heading}
    >
      <Words snippet={snippet} />
    </Row>
  ))
  const page = (
    <Row
      href={path}
      id={path}
      className="search-title"
      icon={icon}
      name={<Marked text={name} ranges={titleRanges} />}
    >
      {above.length > 0 && (
        <p className="result-place">
          {above.map((each) => shownTitle(each.title, { untitled })).join(' / ')}
        </p>
      )}
      {lead && <Words snippet={lead.snippet} />}
    </Row>
  )
  if (isOption) {
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      <div className="search-group" role="group" aria-label={name} data-page="">
        {page}
        {rows}
      </div>
    )
  }
  return (
    <li>
      {page}
      {rows.length > 0 && (
        <ul className="result-sections">
          {rows.map((row) => (
            <li key={row.key}>{row}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface RowProps {
  href: string
  /** Unique among the rows. */
  id: string
  /** The class of the name. */
  className: string
  icon?: string | null
  name: ReactNode
  /** Paragraphs below the name. */
  children: ReactNode
}

function PlainRow({ href, icon, name, children }: RowProps) {
  return (
    <>
      {icon && (
        <>
          <ShownIcon icon={icon} className="icon" />{' '}
        </>
      )}
      <a href={href}>{name}</a>
      {children}
    </>
  )
}

/** `OptionList` changes `aria-selected`; drawing the list again leaves it as it is. */
export function OptionRow({ href, id, className, icon, name, children }: RowProps) {
  return (
    <a
      href={href}
      id={`search-option-${encodeURIComponent(id)}`}
      className="search-option"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={false}
      tabIndex={-1}
    >
      {icon && <ShownIcon icon={icon} className="icon" />}
      <span className={className}>{name}</span>
      {children}
    </a>
  )
}

function Words({ snippet }: { snippet: Snippet }) {
  if (snippet.text === '') return null
  return (
    <p>
      <Marked {...snippet} />
    </p>
  )
}

function Marked({ text, ranges }: Snippet) {
  const end = ranges.at(-1)?.[1] ?? 0
  return (
    <>
      {ranges.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(ranges[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(end)}
    </>
  )
}
