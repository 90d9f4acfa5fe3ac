import { Fragment } from 'react'

import { shownTitle } from '../../../site/locales/messages-for.ts'
import type { Snippet } from '../../../site/search/snippet.ts'
import { useMessages } from '../../messages.ts'
import { ShownIcon } from '../shell/ShownIcon.tsx'
import type { HitView } from './search-results.ts'

/** A result: the page, its breadcrumbs and its matching sections. */
export function SearchResult({ hit }: { hit: HitView }) {
  const messages = useMessages()
  const { path, icon, title, titleRanges, above } = hit
  const lead = hit.sections.find(({ heading }) => heading === '')
  const sections = hit.sections.filter(({ heading }) => heading !== '')
  return (
    <li>
      {icon !== null && (
        <>
          <ShownIcon icon={icon} className="icon" />{' '}
        </>
      )}
      <a href={path}>
        <Marked text={shownTitle(title, messages)} ranges={titleRanges} />
      </a>
      {above.length > 0 && (
        <p className="result-place">
          {above.map((page) => shownTitle(page.title, messages)).join(' / ')}
        </p>
      )}
      {lead && lead.snippet.text !== '' && (
        <p>
          <Marked {...lead.snippet} />
        </p>
      )}
      {sections.length > 0 && (
        <ul className="result-sections">
          {sections.map((section) => (
            <Section key={section.anchor ?? section.heading} path={path} section={section} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Section(props: { path: string; section: HitView['sections'][number] }) {
  const { path, section } = props
  const { heading, anchor, snippet } = section
  return (
    <li>
      <a href={anchor === null ? path : `${path}#${encodeURIComponent(anchor)}`}>{heading}</a>
      {snippet.text !== '' && (
        <p>
          <Marked {...snippet} />
        </p>
      )}
    </li>
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
