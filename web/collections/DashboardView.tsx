import type { Block } from 'notion-types'
import type { CSSProperties } from 'react'

import { plainText } from '../../site/notion/text/rich-text.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import { isFormView } from '../../site/notion/collections/form-view.ts'
import { usePage } from '../blocks/context/page-context.ts'
import { shownChapter } from '../blocks/spoilers/covered-blocks.ts'
import { SpoilerBox } from '../blocks/spoilers/Spoiler.tsx'
import { RowsNote } from '../blocks/limits/TruncationNote.tsx'
import { type GroupLevel, deeper } from './GroupSection.tsx'
import { ChartView } from './layouts/ChartView.tsx'
import { FormView } from './layouts/FormView.tsx'
import { viewHref } from './view-place.ts'
import { ViewRows } from './ViewRows.tsx'
import { viewName } from './ViewTabs.tsx'
import { type FoundViews, type FoundWidget, widgetsOf } from './views-of-block.ts'

/** A dashboard: rows of widgets, each with the first rows of a view. */
export function DashboardView(props: { block: Block; found: FoundViews; level: GroupLevel }) {
  const { block, found, level } = props
  const context = usePage()
  const rows = widgetsOf(context, block, found).filter((row) => row.length > 0)
  if (rows.length === 0) return <p className="empty">{context.messages.nothingHere}</p>
  return (
    <div className="dashboard">
      {rows.map((row) => (
        <div key={row[0]?.view.id} className="dashboard-row">
          {row.map((widget) => (
            <Widget key={widget.view.id} {...{ block, widget, level }} of={row.length} />
          ))}
        </div>
      ))}
    </div>
  )
}

function Widget(props: { block: Block; widget: FoundWidget; level: GroupLevel; of: number }) {
  const { block, widget, level, of } = props
  const { view, collection, place } = widget
  const context = usePage()
  const name = viewName(view, context.messages)
  const chapter = shownChapter(context, block, [collection.id])
  const Heading = `h${level}` as const
  // Widths are given in twelfths of the row; without them its widgets are equally wide.
  const style: Widths = { '--columns': widget.width ?? Math.max(3, Math.floor(12 / of)) }
  const content = (
    <>
      <Heading className="widget-name">
        <a href={viewHref(place, {})} data-view-link={view.id}>
          {name}
        </a>{' '}
        <small>{shortLabel(plainText(collection.name))}</small>
      </Heading>
      <WidgetContent widget={widget} level={deeper(level)} />
    </>
  )
  if (chapter !== undefined) {
    return (
      <section className="widget" style={style}>
        <SpoilerBox chapter={chapter}>{content}</SpoilerBox>
      </section>
    )
  }
  return (
    <section className="widget" aria-label={name} style={style}>
      {content}
    </section>
  )
}

type Widths = CSSProperties & Record<'--columns', number>

function WidgetContent({ widget, level }: { widget: FoundWidget; level: GroupLevel }) {
  const { view, collection, page, place } = widget
  const { messages } = usePage()
  const href = viewHref(place, {})
  if (isFormView(view)) return <FormView view={view} place={place} />
  if (!page) return <RowsNote href={href} />
  const shown = { collection, view, page }
  // Without the rows that a chart is followed by elsewhere.
  if (page.bars) return <ChartView shown={shown} />
  return (
    <>
      <ViewRows {...{ shown, place, level }} />
      {page.length > page.perPage && (
        <p className="widget-more">
          <a href={href} data-view-link={view.id}>
            {messages.showAllRows(page.length)}
          </a>
        </p>
      )}
    </>
  )
}
