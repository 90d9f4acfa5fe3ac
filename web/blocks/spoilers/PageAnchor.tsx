import { type ComponentProps, type ReactNode, createElement } from 'react'

import { useMessages } from '../../messages.ts'
import { chapterAt, useChapters } from './chapters.ts'
import { coverName } from './Spoiler.tsx'

interface PageAnchorProps extends ComponentProps<'a'> {
  /** The element that covers the children; `div` if they contain boxes. */
  cover?: 'span' | 'div'
}

/** A link to an address of the site, without the name of the page if that is covered. */
export function PageAnchor({ children, cover, ...attributes }: PageAnchorProps) {
  const chapter = chapterAt(useChapters(), attributes.href)
  const messages = useMessages()
  if (chapter === undefined) return createElement('a', attributes, children)
  // Attributes may contain the name.
  const { title: _title, 'aria-label': _label, ...others } = attributes
  return createElement('a', others, coverName(children, { chapter, messages, cover }))
}

/**
 * What a record shows in place of a link that browsers must not follow; covered if the address is that of
 * a covered page.
 */
export function coverTarget(
  children: ReactNode,
  address: string | undefined,
  cover?: 'span' | 'div'
): ReactNode {
  const chapter = chapterAt(useChapters(), address)
  return coverName(children, { chapter, messages: useMessages(), cover })
}
