import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'

import { buildApp } from '../../../server/app.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import { onFinished } from '../../support/on-finished.ts'
import { hostileWikis } from '../../support/workspaces/hostile-wiki.ts'
import {
  blockTypes,
  hostileAddresses,
  hostileMarkup,
  hostileTexts
} from '../../support/workspaces/hostile-texts.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'
import { withoutData } from '../../support/sites/structured-data.ts'

const loads =
  /^(href|src|srcset|action|formaction|data|poster|cite|background|xlink:href|ping|data-src|content|style)$/i
const tags = /<([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi
const attributes = /([^\s"'<>/=]+)(?:="([^"]*)")?/g

/** Decoded attributes that a browser would load, run or apply. */
function activeAttributes(html: string): [name: string, value: string][] {
  return [...html.matchAll(tags)].flatMap(([, tag = '', rest = '']) =>
    [...rest.matchAll(attributes)].flatMap(([, name = '', value = '']): [string, string][] => {
      // Descriptions in the head are text.
      const isText = tag === 'meta'
      return (loads.test(name) && !isText) || /^on|^srcdoc$/i.test(name)
        ? [[name, decode(value)]]
        : []
    })
  )
}

function decode(value: string): string {
  return value
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** A URL as a browser parses it: without white space and control characters. */
function schemeOf(address: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  const bare = address.replaceAll(/[\u0000-\u0020\u00a0]/g, '').toLowerCase()
  return /^([a-z][a-z0-9+.-]*):/.exec(bare)?.[1]
}

/** Unexpected attributes; the default site icon is a data URL. */
function wrongAttributes(html: string): string[] {
  return activeAttributes(html)
    .filter(([name, value]) => {
      if (/^on|^srcdoc$/i.test(name)) return true
      if (name === 'style') return /url\(|expression|javascript/i.test(value)
      const scheme = schemeOf(value)
      const isOwnIcon = value.startsWith('data:image/svg+xml,%3Csvg')
      return scheme !== undefined && !isOwnIcon && !/^(https?|mailto|tel)$/.test(scheme)
    })
    .map(([name, value]) => `${name}=${value}`)
}

/** The icons of the site's own buttons are inline SVG without texts and scripts. */
function withoutOwnSigns(html: string): string {
  const icons =
    /<svg(?: (?:class="[\w-]+"|viewBox="[\d ]+"|(?:width|height)="\d+"|aria-hidden="true"))+>(?:<(path|rect)(?: [\w-]+="[\w#. -]*")*>(?:<\/\1>)?)*<\/svg>/g
  return html.replaceAll(icons, '')
}

/**
 * All spellings of the scheme that only the check of addresses refuses, and the plain one of each other:
 * attributes refuse `javascript:` once more. A sweep uses all.
 */
const addresses = isSweep
  ? hostileAddresses
  : hostileAddresses.filter((address, index) => index >= 18 || /^(javascript|data):/.test(address))
const values = [...addresses, ...hostileMarkup]

let site: TestSite
beforeAll(async () => {
  site = await openSite({ workspace: hostileWikis(values) })
})

/** The HTML of all pages with this value. */
async function pagesWith(value: string): Promise<string> {
  const paths = site.mirror.$client.prepare<[number], string>(
    'select path from page where cast(substr(id, -12) as integer) / 1000 = ?'
  )
  const replies = await Promise.all(
    paths
      .pluck()
      .all(1 + values.indexOf(value))
      .map((path) => site.app.inject(encodeURI(path)))
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  return replies.map(({ body }) => body).join('\n')
}

function expectNoMarkup(html: string, of?: string): void {
  expect(withoutData(html), of).not.toMatch(/<script(?!(?: type="module")? src="\/_assets\/)/)
  expect(withoutOwnSigns(html), of).not.toMatch(/<iframe|<svg|<img src=x|<\/textarea>/)
  expect([...new Set(wrongAttributes(html))], of).toEqual([])
}

test.each(addresses)(
  'the address %j reaches no attribute, from no type of block and from no property',
  async (address) => {
    const html = await pagesWith(address)
    expect(activeAttributes(html).length).toBeGreaterThan(20)
    expect([...new Set(wrongAttributes(html))]).toEqual([])
  }
)

test.each(hostileMarkup)('the markup %j is text in every record', async (markup) => {
  expectNoMarkup(await pagesWith(markup))
})

test('addresses and markup are text on a start page that links to all these pages', async () => {
  const { body } = await site.app.inject('/')
  expect(activeAttributes(body).length).toBeGreaterThan(3 * values.length)
  expectNoMarkup(body)
})

describe('of another site', () => {
  /** The data directory of a mirror without hostile values. */
  let plain = ''

  beforeAll(async () => {
    // The next servers then continue with its process.
    await site.app.close()
    plain = (await syncedMirror({ workspace: hostileTexts('plain') })).dataDir
  })

  async function openPlain(overrides: Partial<SiteConfigInput>): Promise<FastifyInstance> {
    const config = testConfig(ROOT_ID, overrides)
    const app = await buildApp({ ...patient, config, dataDir: plain, logLevel: 'error' })
    onFinished(() => app.close())
    return app
  }

  test.each(hostileMarkup)('the markup %j is text in the configuration', async (markup) => {
    const config = {
      name: markup,
      author: markup,
      description: markup,
      navigationStyle: 'custom' as const,
      navigationLinks: [{ title: markup, url: 'https://wiki.example/' }]
    }
    const app = await openPlain(config)
    for (const path of ['/', '/hostile', '/_app', '/search?q=x', '/no-such-page']) {
      const { body } = await app.inject(path)
      expectNoMarkup(body, path)
    }
  })

  test.each(hostileAddresses)(
    'the address %j is refused by the configuration or leads nowhere',
    async (url) => {
      const config = {
        navigationStyle: 'custom' as const,
        navigationLinks: [{ title: 'Link', url }]
      }
      const html = await openPlain(config).then(
        async (app) => (await app.inject('/')).body,
        (error: Error) => (expect(error.message).toContain('navigationLinks'), '')
      )
      expect(wrongAttributes(html)).toEqual([])
    }
  )

  test('an unknown host is a link without a frame, in any type of block', async () => {
    const workspace = hostileTexts('https://youtube.com.evil.example/embed/x')
    const { app } = await openSite({ workspace })
    const html = (await app.inject('/hostile')).body
    for (const type of embeds) expect(blockTypes).toContain(type)
    expect(html).toContain('href="https://youtube.com.evil.example/embed/x"')
    expect(html).not.toMatch(/<(iframe|object|embed)\b/)
    expect(html).not.toMatch(/data-[a-z-]*="https:\/\/youtube\.com\.evil/)
  })
})

const embeds = [
  'embed',
  'gist',
  'codepen',
  'maps',
  'figma',
  'typeform',
  'video',
  'miro',
  'replit',
  'drive'
]
