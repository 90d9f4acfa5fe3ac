import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** A part of a page, to stand in a document of another kind. */
export function renderFragment(element: ReactElement): string {
  return renderToStaticMarkup(element)
}

/** The complete HTML of a page. Static: nothing of it is taken over by React in the browser. */
export function renderDocument(element: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(element)}`
}
