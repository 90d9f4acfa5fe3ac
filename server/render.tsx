import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The complete HTML of a page. Static: nothing of it is taken over by React in the browser. */
export function renderDocument(element: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(element)}`
}
