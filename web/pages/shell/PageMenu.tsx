import { Fixed } from './frame/Fixed.tsx'
import { useMessages } from '../../messages.ts'

/**
 * What can be done with a page: read or copy it as Markdown, see its data, share it, and change the size
 * and width of its text. The buttons need a script (`web/islands/navigation/start-page-menu.ts`).
 */
export function PageMenu(props: { markdownHref: string; dataHref: string | undefined }) {
  const { markdownHref, dataHref } = props
  const { pageMenu } = useMessages()
  return (
    <details className="page-menu">
      <Fixed>
        <MenuSign />
      </Fixed>
      <ul>
        <li>
          <a href={markdownHref}>{pageMenu.view}</a>
        </li>
        {dataHref !== undefined && (
          <li>
            <a href={dataHref}>{pageMenu.data}</a>
          </li>
        )}
        <Fixed>
          <ScriptItems />
        </Fixed>
      </ul>
    </details>
  )
}

function MenuSign() {
  return (
    <summary aria-label={useMessages().pageMenu.title}>
      <svg viewBox="0 0 8 8" width={16} height={16} aria-hidden="true">
        <path
          d="M0 3h2v2H0zM3 3h2v2H3zM6 3h2v2H6z"
          fill="currentColor"
          shapeRendering="crispEdges"
        />
      </svg>
    </summary>
  )
}

/** A script shows them. */
function ScriptItems() {
  const { pageMenu } = useMessages()
  return (
    <>
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
      <li hidden>
        <label>
          {pageMenu.textSize}
          <input type="range" className="text-size" min={80} max={140} step={10} />
        </label>
      </li>
      <li hidden>
        <label>
          <input type="checkbox" className="text-width" /> {pageMenu.wideText}
        </label>
      </li>
    </>
  )
}
