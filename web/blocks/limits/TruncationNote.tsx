import type { Block } from 'notion-types'
import type { ReactNode } from 'react'

import type { Truncation } from '../../../site/limits/caps.ts'
import { markdownPath } from '../../../site/addresses/markdown-path.ts'
import { encodePath } from '../../../site/addresses/site-address.ts'
import { useMessages } from '../../messages.ts'
import { usePage } from '../context/page-context.ts'
import { reasonOf } from './truncation-notes.ts'

/** Announces truncated content and links to the page as Markdown, which has more of its text. */
export function TruncationNote({ block }: { block: Block }) {
  const { page } = usePage()
  const reason = reasonOf(block)
  // A cycle repeats blocks that are on the page already.
  const href = reason === 'cycle' ? undefined : encodePath(markdownPath(page))
  const { asText } = useMessages()
  return <Note reason={reason}>{href && <a href={href}>{asText}</a>}</Note>
}

/** Announces that rows were left out. The link requests their view first, so that it fits. */
export function RowsNote({ href }: { href: string }) {
  return (
    <Note reason="rows">
      <a href={href} data-view-link="left out">
        {useMessages().showThem}
      </a>
    </Note>
  )
}

function Note({ reason, children }: { reason: Truncation['reason']; children: ReactNode }) {
  return (
    <p className="note">
      {useMessages().truncations[reason]} {children}
    </p>
  )
}
