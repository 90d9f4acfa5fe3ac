import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { load } from 'cheerio'
import { beforeAll, expect, test } from 'vitest'

import { type StaticSite, staticSite } from '../support/browser/static-site.ts'

let site: StaticSite
/** Paths of all files, relative to the folder. */
let files: string[]
/** Of each document, by its path. */
let documents: Map<string, string>

beforeAll(async () => {
  site = await staticSite()
  files = readdirSync(site.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(site.folder, path.join(entry.parentPath, entry.name)))
  documents = new Map(
    files
      .filter((name) => /(^|\/)(index|404|410)\.html$/.test(name))
      .map((name) => [
        `/${encodeURI(name.replace(/index\.html$/, ''))}`,
        readFileSync(path.join(site.folder, name), 'utf8')
      ])
  )
})

/** Addresses of the site in a document, resolved like a browser does. */
function addressesIn(html: string, base: string): string[] {
  const $ = load(html)
  const single = $('[href],[src],[action],[poster],[data-document]')
    .toArray()
    .flatMap(({ attribs }) => [
      attribs['href'],
      attribs['src'],
      attribs['action'],
      attribs['poster'],
      attribs['data-document']
    ])
  const sets = $('[srcset],[imagesrcset]')
    .toArray()
    .flatMap(({ attribs }) => (attribs['srcset'] ?? attribs['imagesrcset'] ?? '').split(', '))
    .map((each) => each.split(' ')[0])
  const metas = $('meta[content^="https://wiki.example.org/"]')
    .toArray()
    .map(({ attribs }) => attribs['content'])
  return [...single, ...sets, ...metas]
    .flatMap((each) => (each ? [new URL(each, `https://wiki.example.org${base}`)] : []))
    .filter(({ host }) => host === 'wiki.example.org')
    .map(({ pathname, search }) => pathname + search)
}

test('every address in every document is that of a file', async () => {
  const paths = new Set(files.map((name) => `/${encodeURI(name)}`))
  const isFile = (address: string) => {
    const [pathname = ''] = address.split('?')
    const name = decodeURIComponent(pathname)
    return paths.has(encodeURI(name.endsWith('/') ? `${name}index.html` : name))
  }
  const broken = new Map<string, string>()
  let count = 0
  for (const [document, html] of documents) {
    for (const address of addressesIn(html, document)) {
      count++
      if (!isFile(address)) broken.set(address, document)
    }
  }
  expect(documents.size).toBeGreaterThan(150)
  expect(count).toBeGreaterThan(5000)
  expect([...broken]).toEqual([])
})
