import type { CollectionView } from 'notion-types'

import { defaultView } from '../../site/addresses/page-query.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import type { Messages } from '../../site/locales/en.ts'
import { messageNamed } from '../../site/locales/messages-for.ts'
import { type ViewPlace, viewHref } from './view-place.ts'
import { notion } from '../blocks/vocabulary.ts'
import { usePage } from '../blocks/context/page-context.ts'
import { renderTypeIcon } from '../blocks/media/TypeIcon.tsx'

const currentTab = `${notion.collection.tab} ${notion.collection.currentTab}`

/** The views of a collection as links, with the current one marked. */
export function ViewTabs(props: { views: CollectionView[]; place: ViewPlace; name: string }) {
  const { views, place, name } = props
  const [only] = views
  const context = usePage()
  const { messages } = context
  if (only && views.length === 1) return <OnlyView view={only} name={name} />
  return (
    <nav className="view-tabs" aria-label={name ? messages.viewsOf(name) : messages.views}>
      <ul className={notion.collection.tabs}>
        {views.map((view) => (
          <li key={view.id}>
            <a
              href={viewHref(place, defaultView(view.id))}
              className={view.id === place.query.viewId ? currentTab : notion.collection.tab}
              data-view-link={view.id}
              aria-current={view.id === place.query.viewId ? 'true' : undefined}
            >
              {renderTypeIcon(context, view.type, notion.collection.tabIcon)}
              {viewName(view, messages)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The name of the only view, if it has one that differs from the collection's. */
function OnlyView({ view, name }: { view: CollectionView; name: string }) {
  const given = shortLabel(view.name?.trim() ?? '')
  return given && given !== name ? <p className="view-name">{given}</p> : null
}

/** The label of a view; views may have no name. */
export function viewName(view: CollectionView, { viewTypes }: Messages): string {
  return (
    shortLabel(view.name?.trim() ?? '') || (messageNamed(viewTypes, view.type) ?? viewTypes.other)
  )
}
