/** What a page shows of its views, as a visitor and a screen reader notice it. */
export interface ShownViews {
  status: string | undefined
  /** The names of groups with their counts, heads with their order, the texts of rows, and summaries. */
  lines: string[]
  /** The state of the form; undefined without one. */
  form: string[] | undefined
  /** Where the heads of tables and the link to all rows lead. */
  links: string[]
}

/** Reads the views of a document: of the page, or of HTML that is given. Runs in the browser. */
export function readViews(html: string): ShownViews[] {
  const shown = html === '' ? document : new DOMParser().parseFromString(html, 'text/html')
  const text = ({ textContent }: Element) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  /** The cells that stay in view. */
  const stays = (part: Element) =>
    [part, ...part.children]
      .map(({ classList }, index) => (classList.contains('sorted') ? index : ''))
      .join('')
  const sections = [...shown.querySelectorAll<HTMLElement>('section.collection[id]')]
  return sections.map((section) => {
    const tools = section.querySelector<HTMLDetailsElement>('.view-tools')
    const parts = section.querySelectorAll(
      '.group-name, thead th, tbody tr, ul.rows > li, ul.gallery > li, ul.feed > li, .empty, tfoot td, table'
    )
    return {
      status: section.dataset['viewStatus'],
      lines: [...parts].map((part) =>
        part.localName === 'table'
          ? `table ${part.getAttribute('aria-label')}`
          : `${part.localName} ${part.getAttribute('aria-sort') ?? ''} ${stays(part)} ${text(part)}`
      ),
      form: tools
        ? [
            tools.open ? 'open' : 'closed',
            ...[...tools.querySelectorAll('input, select')].map((field) => {
              const { name, value } = field as HTMLInputElement
              const chosen = field instanceof HTMLSelectElement ? field.selectedOptions[0] : field
              return `${name}=${value} ${chosen?.textContent}`
            }),
            ...[...tools.querySelectorAll('form > span, form > a')].map(text)
          ]
        : undefined,
      links: [...section.querySelectorAll<HTMLAnchorElement>('thead a, a[data-view-link=all]')].map(
        (link) => `${link.getAttribute('href')}`
      )
    }
  })
}

/**
 * Follows a link to another query of the shown view, as those in the heads of tables are. Runs in the
 * browser.
 */
export function followQuery(search: string): void {
  const link = document.createElement('a')
  link.href = search
  link.dataset['viewLink'] = ''
  document.querySelector('section.collection')?.append(link)
  link.click()
  link.remove()
}
