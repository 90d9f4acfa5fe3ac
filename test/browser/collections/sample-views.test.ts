import { load } from 'cheerio'
import { expect, onTestFinished, test } from 'vitest'

import { buildApp } from '../../../server/app.ts'
import { onFinished } from '../../support/on-finished.ts'
import { desktop, sharedBrowser, visit } from '../../support/browser/browser.ts'
import { coverKinds } from '../../support/browser/element-kinds.ts'
import { folderFiles } from '../../support/browser/folder-files.ts'
import { followQuery, readViews } from '../../support/browser/shown-views.ts'
import { sampleConfig, staticSite } from '../../support/browser/static-site.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { patient } from '../../support/workspaces/test-config.ts'

/** A document of the folder with the queries that its tools can ask for. */
interface SortableDocument {
  /** Of the document; that of its page on the server is `page`. */
  path: string
  page: string
  /** The file with the rows of its view. */
  rows: string
  queries: string[]
  /** The elements of its view, each by its tag and classes. */
  kinds: string[]
}

/** The documents with one view that a script sorts, of each page and of its other views. */
function sortableDocuments(folder: string): SortableDocument[] {
  return [...folderFiles(folder)].flatMap(([name, content]): SortableDocument[] => {
    if (!name.endsWith('index.html') || !content.includes(' data-rows="')) return []
    const $ = load(String(content))
    const sections = $('section.collection')
    const view = sections.attr('data-view')
    const rows = sections.attr('data-rows') ?? ''
    if (sections.length !== 1) return []
    const path = `/${name.replace(/index\.html$/, '')}`
    const choices = $('.view-tools select')
      .toArray()
      .flatMap((select) =>
        $('option', select)
          .toArray()
          .map((option) => [$(select).attr('name') ?? '', $(option).attr('value') ?? ''])
      )
    const sorts = $('thead')
      .first()
      .find('a')
      .toArray()
      .map((head) => ['sort', $(head).attr('data-view-link')?.slice('sort '.length) ?? ''])
    // Only a server adds the form to a view of few rows, for an address that filters it.
    const searches = $('.view-tools').length > 0 ? ['q=lantern'] : []
    const both = sorts.map(([, word]) => `sort=${encodeURIComponent(word ?? '')}&dir=desc`)
    const chosen = [...sorts, ...choices].map((pair) => String(new URLSearchParams([pair])))
    const queries = [...chosen, ...both, ...searches].map((query) =>
      view === undefined ? `?${query}` : `?v=${view}&${query}`
    )
    const elements = sections.find('*').toArray()
    const kinds = elements.map((each) => `${each.tagName} ${each.attribs['class'] ?? ''}`)
    return [{ path, page: path.replace(/\/(_view\/.*)?$/, '') || '/', rows, queries, kinds }]
  })
}

test('the views of the sample are sorted and filtered in its folder as on the server', async () => {
  const { address, folder, dataDir } = await staticSite()
  // No view shows what the components draw.
  const config = { ...sampleConfig(), components: null }
  const app = await buildApp({ ...patient, config, dataDir, logLevel: 'error' })
  onFinished(() => app.close())
  const visitor = await visit(await sharedBrowser(), desktop)
  onTestFinished(() => visitor.close())
  const { page, problems } = visitor
  const all = sortableDocuments(folder).filter(({ queries }) => queries.length > 0)
  // Those whose views together have every kind of element.
  const covering = coverKinds(new Map(all.map(({ path, kinds }) => [path, kinds])))
  const documents = isSweep ? all : all.filter(({ path }) => covering.has(path))
  expect(documents.length).toBeGreaterThan(isSweep ? 20 : 5)
  for (const [place, each] of documents.entries()) {
    const sampled = each.queries[(7 * place + 3) % each.queries.length] ?? ''
    const queries = isSweep ? each.queries : [sampled]
    for (const [at, query] of queries.entries()) {
      const where = each.path + query
      // Every other query is opened, the rest are followed in place.
      const isOpened = (place + at) % 2 === 0
      await page.goto(address + (isOpened ? where : each.path))
      if (!isOpened) await page.evaluate(followQuery, query)
      const { body, statusCode } = await app.inject(each.page + query)
      expect(statusCode, where).toBe(200)
      const expected = await page.evaluate(readViews, body)
      await expect.poll(() => page.evaluate(readViews, ''), { message: where }).toEqual(expected)
    }
  }
  expect(problems).toEqual([])
})
