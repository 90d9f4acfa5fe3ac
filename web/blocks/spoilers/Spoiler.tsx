import { createElement, type ReactNode } from 'react'

import { type PageContext, pagePath } from '../context/page-context.ts'
import { useMessages } from '../../messages.ts'

/** What opens is covered until a reader opens it, or has read the chapter (`start-spoilers.ts`). */
export function SpoilerBox(props: { chapter: string; isPage?: boolean; children: ReactNode }) {
  const { chapter, isPage = false, children } = props
  const label = useMessages().spoiler(chapter)
  return (
    <details className="spoiler" data-spoiler={chapter}>
      <summary>{isPage ? <h1 className="spoiler-title">{label}</h1> : label}</summary>
      <div className="spoiler-body">{children}</div>
    </details>
  )
}

/** The chapter of a covered page; undefined for any other one. */
export function pageChapter(context: PageContext, pageId: string): string | undefined {
  const path = pagePath(context, pageId)
  return path === undefined ? undefined : context.spoilers?.get(path)
}

/** Values of a row, which are covered with its name. */
export function coverValues(context: PageContext, rowId: string, values: ReactNode): ReactNode {
  const chapter = pageChapter(context, rowId)
  if (chapter === undefined) return values
  return createElement('div', { hidden: true, 'data-spoiler': chapter }, values)
}
