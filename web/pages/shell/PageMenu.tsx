import { useMessages } from '../../messages.ts'

/**
 * What can be done with a page: read or copy it as Markdown, and share it. The buttons need a script
 * (`web/islands/navigation/start-page-menu.ts`).
 */
export function PageMenu({ markdownHref }: { markdownHref: string }) {
  const { pageMenu } = useMessages()
  return (
    <details className="page-menu">
      <summary aria-label={pageMenu.title}>⋯</summary>
      <ul>
        <li>
          <a href={markdownHref}>{pageMenu.view}</a>
        </li>
        <li hidden>
          <button type="button" className="copy-page">
            {pageMenu.copy}
          </button>
        </li>
        <li hidden>
          <button type="button" className="share-page">
            {pageMenu.share}
          </button>
        </li>
      </ul>
    </details>
  )
}
