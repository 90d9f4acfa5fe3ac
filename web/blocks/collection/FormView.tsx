import type { CollectionView } from 'notion-types'

import { formAddress } from '../../../site/form-view.ts'
import { SafeLink } from '../SafeLink.tsx'
import { useWords } from '../../words.ts'
import type { ViewPlace } from './view-links.ts'
import { viewName } from './ViewTabs.tsx'

/** A form as a link to where it can be filled in. What people sent in with it is not shown. */
export function FormView({ view, place }: { view: CollectionView; place: ViewPlace }) {
  const words = useWords()
  return (
    <p className="view-note">
      <SafeLink href={formAddress(view, place.anchor)}>
        {words.fillIn(viewName(view, words))}
      </SafeLink>
    </p>
  )
}
