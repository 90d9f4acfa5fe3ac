import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'
import { buildApp } from '../../../server/app.ts'

const workspace = workspaceOf([testId(2)], [pageBlock(2, 'Lamp')])
const policyOf = (headers: object) =>
  String(new Map(Object.entries(headers)).get('content-security-policy'))

function stylesOf(body: string) {
  const css = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? ''
  const links = [...body.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)]
  return { css, links: links.map(([, href = '']) => href) }
}

test('each look has its own styles, which the policy names, and its own colours', async () => {
  const found = new Map<string, { css: string; links: string[] }>()
  for (const theme of ['notion', 'pixel'] as const) {
    const { app } = await openSite({ workspace, config: { theme } })
    const { body, headers } = await app.inject('/')
    const styles = stylesOf(body)
    const hash = createHash('sha256').update(styles.css).digest('base64')
    expect(policyOf(headers)).toContain(`'sha256-${hash}'`)
    expect((await app.inject(styles.links[0] ?? '')).statusCode).toBe(200)
    const manifest = (await app.inject('/manifest.webmanifest')).json<{ theme_color: string }>()
    expect(body).toContain(`content="${manifest.theme_color}"`)
    found.set(theme, styles)
    await app.close()
  }
  const [notion, pixel] = [found.get('notion'), found.get('pixel')]
  expect(notion?.css).toContain('.notion-h1')
  expect(pixel?.css).not.toContain('.notion-')
  expect(notion?.links).not.toEqual(pixel?.links)
})

test('each site of a process has its own frame, in its language', async () => {
  const sites = [{ language: 'en' }, { language: 'ja' }, { language: 'en', author: 'the moths' }]
  const apps = await Promise.all(
    sites.map(async (config) => (await openSite({ workspace, config })).app)
  )
  const search = async () =>
    Promise.all(apps.map(async (app) => (await app.inject('/search?q=oil')).body))
  const first = await search()
  expect(await search()).toEqual(first)
  const footers = first.map((html) => /<footer.*<\/footer>/s.exec(html)?.[0] ?? '')
  expect(footers[0]).toContain('>All pages<')
  expect(footers[1]).not.toContain('>All pages<')
  expect(footers[2]).toContain('the moths')
  expect(new Set(footers).size).toBe(3)
})

test('a style sheet of the site names fonts and pictures beside it, at addresses with their hash', async () => {
  const folder = tempDir()
  mkdirSync(path.join(folder, 'fonts'))
  writeFileSync(path.join(folder, 'fonts/la mp.woff2'), 'wOF2 lamp')
  writeFileSync(path.join(folder, 'oil.png'), 'png')
  const customCss = path.join(folder, 'custom.css')
  const kept = `/* url(old.woff2) */ @import "https://a.example/x.css"; a { content: "url(x.png)"; background: url(data:,x), url(#x), url('/image/x') }`
  const named = `@font-face { font-family: Lamp; src: url("fonts/la%20mp.woff2?#iefix"), url( fonts/la%20mp.woff2 ) }`
  writeFileSync(customCss, `${kept}\n${named}\nb { background: URL('./oil.png') }`)
  const { app } = await openSite({ workspace, config: { customCss } })
  const [href = ''] = stylesOf((await app.inject('/lamp')).body).links
  const css = (await app.inject(href)).body
  expect(css.split('\n')[0]).toBe(kept)
  const files = [...css.matchAll(/url\("(custom-[^"]*)"\)/g)].map(
    ([, file = '']) => `/_assets/${file}`
  )
  expect(files).toHaveLength(3)
  expect(files[0]).toBe(files[1])
  const [font, , picture] = await Promise.all(files.map((file) => app.inject(file)))
  expect(font?.headers).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable'
  })
  expect([font?.body, picture?.body]).toEqual(['wOF2 lamp', 'png'])
  expect(picture?.headers['content-type']).toBe('image/png')
})

test.each([
  ['../secret.woff2', 'is outside of its folder'],
  ['link.woff2', 'is outside of its folder'],
  ['absent.woff2', 'is not a file'],
  ['custom.css', 'is neither a font nor a picture']
])('a style sheet of the site may not name %s', async (name, reason) => {
  const folder = path.join(tempDir(), 'styles')
  mkdirSync(folder)
  writeFileSync(path.join(folder, '../secret.woff2'), 'secret')
  symlinkSync('../secret.woff2', path.join(folder, 'link.woff2'))
  const customCss = path.join(folder, 'custom.css')
  writeFileSync(customCss, `a { background: url(${name}) }`)
  const config = testConfig(testId(1), { customCss })
  await expect(
    buildApp({ ...patient, config, dataDir: tempDir(), logLevel: 'silent' })
  ).rejects.toThrow(`Config error: the style sheet of customCss names "${name}", which ${reason}`)
})

test('a style sheet of the site is loaded under the hash of its content', async () => {
  const customCss = path.join(tempDir(), 'custom.css')
  writeFileSync(customCss, ':root { --accent: #123456 }')
  const { app, config, dataDir } = await openSite({ workspace, config: { customCss } })
  const { body } = await app.inject('/lamp')
  const [href = ''] = stylesOf(body).links
  expect(href).toMatch(/^\/_assets\/custom-[\w-]{12}\.css$/)
  // In the head: the first paint waits for it.
  expect(body.indexOf(href)).toBeLessThan(body.indexOf('</head>'))
  const { headers, payload } = await app.inject(href)
  expect(headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable'
  })
  expect(payload).toBe(':root { --accent: #123456 }')
  expect(policyOf(headers)).toContain("style-src-elem 'self'")

  // The next server then needs no process of its own.
  await app.close()
  writeFileSync(customCss, ':root { --accent: #654321 }')
  const later = await buildApp({ ...patient, config, dataDir, logLevel: 'error' })
  onTestFinished(() => later.close())
  const [changed = ''] = stylesOf((await later.inject('/lamp')).body).links
  expect(changed).not.toBe(href)
  expect((await later.inject(changed)).payload).toContain('#654321')
  expect((await later.inject(href)).statusCode).toBe(404)
})
