import { createElement, Fragment, type ReactNode } from 'react'

import { type PageContext, pagePath } from '../context/page-context.ts'
import type { Messages } from '../../../site/locales/en.ts'
import { useMessages } from '../../messages.ts'

interface BoxProps {
  chapter: string
  isPage?: boolean
  /** By default, that of the chapter. */
  label?: string
  children: ReactNode
}

/** Covers its children until the reader opens them, or has read the chapter (`start-spoilers.ts`). */
export function SpoilerBox({ chapter, isPage = false, label: given, children }: BoxProps) {
  const { spoiler } = useMessages()
  const label = given ?? spoiler(chapter)
  return (
    <details className="spoiler" data-spoiler={chapter}>
      <summary>{isPage ? <h1 className="spoiler-title">{label}</h1> : label}</summary>
      <div className="spoiler-body">{children}</div>
    </details>
  )
}

/** The chapter of a covered page; undefined for any other one. */
export function pageChapter(
  context: Pick<PageContext, 'page' | 'chapters'>,
  pageId: string
): string | undefined {
  if (context.chapters.size === 0) return undefined
  const path = pagePath(context, pageId)
  return path === undefined ? undefined : context.chapters.get(path)
}

/**
 * A name or value of something covered, after the label that is shown instead. Unchanged if `chapter` is
 * undefined.
 */
export function coverName(
  name: ReactNode,
  {
    chapter,
    messages,
    cover = 'span'
  }: { chapter: string | undefined; messages: Messages; cover?: 'span' | 'div' | undefined }
): ReactNode {
  if (chapter === undefined) return name
  return createElement(
    Fragment,
    null,
    createElement('span', { 'data-spoiler-label': '' }, messages.spoiler(chapter)),
    createElement(cover, { 'data-spoiler': chapter, hidden: true }, name)
  )
}

/** Values of a row, which are covered with its name. */
export function coverValues(context: PageContext, rowId: string, values: ReactNode): ReactNode {
  const chapter = pageChapter(context, rowId)
  if (chapter === undefined) return values
  return createElement('div', { hidden: true, 'data-spoiler': chapter }, values)
}
