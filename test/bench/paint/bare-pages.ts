import { once } from 'node:events'
import { createServer } from 'node:http'

import type { Browser } from 'playwright-core'

import { startListening } from '../../support/run/free-port.ts'

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;']
])

/** Pages with the text of pages of the site, and neither styles nor scripts. */
export interface BarePages {
  address: string
  close: () => Promise<void>
}

/** Serves bare pages of a site at the paths of its pages. */
export async function serveBarePages(
  browser: Browser,
  site: string,
  paths: string[]
): Promise<BarePages> {
  const pages = new Map<string, string>()
  for (const path of paths) pages.set(path, await bareText(browser, site + path))
  const server = createServer((request, reply) => {
    const html = pages.get(request.url ?? '')
    reply.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    reply.end(html)
  })
  const address = `http://127.0.0.1:${await startListening(server)}`
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { address, close }
}

/** A document with the visible text of a page, a paragraph for each line. */
export async function bareText(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage()
  await page.goto(url)
  const [title, text] = await page.evaluate(() => [document.title, document.body.innerText])
  await page.close()
  const lines = text!.split('\n').filter((line) => line.trim() !== '')
  const body = lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')
  const meta = '<meta charset="utf-8"/><meta name="viewport" content="width=device-width"/>'
  return `<!doctype html><html lang="en">${meta}<title>${escaped(title!)}</title>${body}</html>`
}

function escaped(text: string): string {
  return text.replaceAll(/[&<]/g, (character) => escapes.get(character) ?? '')
}
