import Database from 'better-sqlite3'
import { expect } from 'vitest'

import { tableDescriptions } from '../../db/describe/descriptions.ts'
import { viewDescriptions } from '../../db/describe/view-descriptions.ts'
import type { WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import { undashId } from '../../site/notion/blocks/notion-id.ts'
import { isSweep } from '../support/run/sweep.ts'
import type { TestSite } from '../support/sites/site.ts'
import { PUBLIC_WORD, type World } from './world.ts'

/** A response: its headers and its body. */
export interface Answer {
  head: string
  body: Buffer
  status: number
}

/** Types of answers whose links are followed: not scripts, fonts, pictures and databases. */
const LINKING = /^(?:text\/(?:html|plain|markdown)|application\/[\w.+-]*(?:json|xml))/

interface VisitOptions {
  /** Whether the links of an answer are not followed. */
  isEnd?: (url: string, answer: Answer) => boolean
  /** Whether an address is not visited. */
  isLeftOut?: (url: string) => boolean
}

/** Visits these addresses and all that the answers link to. */
export async function visitAll(
  site: TestSite,
  start: string[],
  { isEnd = () => false, isLeftOut = () => false }: VisitOptions = {}
): Promise<Map<string, Answer>> {
  const found = new Map<string, Answer>()
  const isRepeatedSort = sortFilter()
  const named = (await site.app.inject('/generation.json')).json<Record<string, string>>()
  const queue = new Set<string>()
  const add = (url: string) => void (isLeftOut(url) || isRepeatedSort(url) || queue.add(url))
  for (const url of [...start, `/${named['offline']}`, `/${named['searchNames']}`]) add(url)
  for (const url of queue) {
    // Each request is that of another client, because of the limits of the API.
    const remoteAddress = `10.0.${found.size >> 8}.${found.size & 255}`
    const reply = await site.app.inject({ url, remoteAddress })
    expect(reply.statusCode, url).toBeLessThan(500)
    expect(reply.statusCode, url).not.toBe(429)
    const head = JSON.stringify(reply.headers)
    const answer = { head, body: reply.rawPayload, status: reply.statusCode }
    found.set(url, answer)
    const text = LINKING.test(String(reply.headers['content-type'])) ? head + reply.body : head
    for (const link of isEnd(url, answer) ? [] : linksIn(text)) add(link)
    expect(queue.size).toBeLessThan(3000)
  }
  return found
}

/**
 * A function that says whether a view sorted in the same direction has been visited before: each has the
 * same rows. A sweep visits each view sorted by each property.
 */
function sortFilter(): (url: string) => boolean {
  const visited = new Set<string | null>()
  return (url) => {
    const query = new URLSearchParams(url.split('?')[1])
    if (isSweep || !query.has('v') || !query.has('sort')) return false
    const direction = query.get('dir')
    const isRepeated = visited.has(direction)
    visited.add(direction)
    return isRepeated
  }
}

function linksIn(text: string): string[] {
  const absolute = text.replaceAll('https://wiki.example.org/', '"/')
  const links = [...absolute.matchAll(/["'(<>](\/[^/\s"'()<>\\#][^\s"'()<>\\#]*)/g)]
  // All rows of the mirror are visited anyway.
  return links
    .map(([, link = '']) => link.replaceAll('&amp;', '&'))
    .filter((link) => !/^\/(api\/social-image|_data\/)/.test(link))
}

/** The pages of a mirror, all records by id, searches, and all that the server answers. */
export function startAddresses({ workspace }: World, mirrorFile: string): string[] {
  const mirror = new Database(mirrorFile, { readonly: true })
  const paths = mirror.prepare<[], string>('select path from page').pluck().all()
  const pageIds = mirror.prepare<[], string>('select id from page').pluck().all()
  const views = mirror.prepare<[], string>('select view_name from collection').pluck().all()
  mirror.close()
  const tables = Object.keys({ ...tableDescriptions, ...viewDescriptions })
  const ids = askedIds(workspace)
  const words = [PUBLIC_WORD, 'once', 'above', 'files', 'Spoiler', 'Late']
  return [
    ...paths.map(encodeURI).flatMap((each) => [each, each === '/' ? '/index.md' : `${each}.md`]),
    ...words.flatMap((word) => [`/api/search-notion?query=${word}`, `/search?q=${word}`]),
    ...ids.flatMap((id) => [`/${undashId(id)}`, `/api/notion-page-info?pageId=${id}`]),
    // Each of these answers contains what the one without a text does.
    ...ids.flatMap((id, index) => textsOf(index).map((text) => `/api/pages/${id}?text=${text}`)),
    ...'/api/pages /api/pages?limit=200&sort=title /api/collections /api/changes?since=1'.split(
      ' '
    ),
    ...'/api/openapi.json /api/docs /_mcp'.split(' '),
    ...views.map((view) => `/api/collections/${view}/rows?limit=200`),
    ...'/all-pages /tags /recent-changes /sitemap.xml /sitemap-1.xml /feed.xml /llms.txt'.split(
      ' '
    ),
    ...'/_app /_offline /sw.js /generation.json /robots.txt /manifest.webmanifest /healthz /readyz'.split(
      ' '
    ),
    '/_data',
    '/_data/',
    '/_data/query',
    ...tables.map((table) => `/_data/${table}?_size=200`),
    '/_data/block.ndjson',
    // The tables have all rows too.
    ...pageIds.filter((_, at) => isSweep || at % 4 === 0).map((id) => `/_data/pages/${id}`),
    // Of no page: drawn pictures have no words to search for.
    '/api/social-image',
    ...'/mirror.db /favicon.ico /apple-touch-icon.png /nowhere /_custom.css'.split(' ')
  ]
}

/** The forms in which the API gives the text of a page; of each page another one, in a sweep all. */
function textsOf(index: number): string[] {
  const forms = ['html', 'markdown', 'blocks']
  return isSweep ? forms : [forms[index % forms.length] ?? '']
}

/** Types of blocks that can be pages. */
const PAGE_TYPES = /^(?:page|collection_view_page|external_object_instance)$/

/** All of these, and of the other blocks, which have no addresses, one of each type; in a sweep, all. */
function askedIds({ block }: WorkspaceFile): string[] {
  const blocks = Object.values(block)
  if (isSweep) return blocks.map(({ id }) => id)
  const kinds = new Map(blocks.map(({ id, type }) => [PAGE_TYPES.test(type) ? id : type, id]))
  return [...kinds.values()]
}
