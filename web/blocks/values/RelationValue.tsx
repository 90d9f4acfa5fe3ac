import { isTruncatedList } from '../../../site/limits/truncate-text.ts'
import { marksOf } from '../../../site/notion/text/rich-text.ts'
import { renderLinkToPage } from '../media/PageLink.tsx'
import { pageTitle } from '../context/shown-names.ts'
import { usePage } from '../context/page-context.ts'
import { RichText } from '../text/RichText.tsx'
import type { ValueProps } from './property-schema.ts'
import { notion } from '../vocabulary.ts'

const relations = `relations ${notion.property.relation}`
const link = `${notion.link.text} ${notion.link.title}`

/** Related pages as links, and the number of related pages that the mirror lacks. */
export function RelationValue({ value }: ValueProps) {
  const context = usePage()
  const ids = [...new Set(marksOf(value, 'p').map(String))]
  if (ids.length === 0) return <RichText value={value} />

  const known = ids.filter((id) => pageTitle(context, id))
  const absent = ids.length - known.length
  return (
    <ul className={relations}>
      {known.map((id) => (
        <li key={id}>{renderLinkToPage(id, context, link)}</li>
      ))}
      {absent > 0 && <li className="missing">{context.messages.missingPages(absent)}</li>}
      {isTruncatedList(value) && <li>…</li>}
    </ul>
  )
}
