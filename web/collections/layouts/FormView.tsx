import type { CollectionView } from 'notion-types'

import {
  formAddress,
  formBlockId,
  formDescription
} from '../../../site/notion/collections/form-view.ts'
import { shortLabel } from '../../../site/notion/text/short-label.ts'
import { usePage } from '../../blocks/context/page-context.ts'
import { textOf } from '../../blocks/context/shown-names.ts'
import { RichText } from '../../blocks/text/RichText.tsx'
import { SafeLink } from '../../blocks/text/SafeLink.tsx'
import type { ViewPlace } from '../view-place.ts'
import { viewName } from '../ViewTabs.tsx'

/** The description of a form and a link to fill it in; responses are not shown. */
export function FormView({ view, place }: { view: CollectionView; place: ViewPlace }) {
  const context = usePage()
  const { messages } = context
  const form = context.blocks.get(formBlockId(view) ?? '')
  const title = shortLabel(textOf(context, form?.properties?.title).trim())
  const description = formDescription(form)
  return (
    <>
      {Array.isArray(description) && description.length > 0 && (
        <p>
          <RichText value={description} />
        </p>
      )}
      <p className="view-note">
        <SafeLink href={formAddress(view, place.anchor)}>
          {messages.fillIn(title || viewName(view, messages))}
        </SafeLink>
      </p>
    </>
  )
}
