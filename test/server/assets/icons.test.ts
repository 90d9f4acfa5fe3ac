import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { buildApp } from '../../../server/app.ts'
import { storedSvg } from '../../../server/pictures/svg-drawings.ts'
import { attachment } from '../../support/sites/file-site.ts'
import { openPictureSite, photograph } from '../../support/sites/picture-site.ts'
import { ROOT_ID, workspaceOf } from '../../support/workspaces/records.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { openSite } from '../../support/sites/site.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${content}</svg>`)
const square = '<path fill="#f00" d="M0 0h8v8H0z"/>'

/** The icon of a site whose configuration names this SVG of the workspace. */
async function iconOf(drawing: Buffer): Promise<Buffer> {
  const config = { defaultPageIcon: attachment(20, 'icon') }
  const { app } = await openPictureSite({ icon: drawing }, { config })
  const reply = await app.inject('/_icons/192.png')
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png'])
  return reply.rawPayload
}

test('an SVG of the workspace is the icon; one that references other files is replaced by the lantern', async () => {
  const lantern = await iconOf(Buffer.from('no drawing'))
  expect((await iconOf(svg(square))).equals(lantern)).toBe(false)
  const hostile = svg(`${square}<image href="/etc/hostname"/>`)
  expect((await iconOf(hostile)).equals(lantern)).toBe(true)
  // The number of ways to read them as comments would exceed the time limit of the test.
  const comments = '<!---->'.repeat(60)
  expect((await iconOf(Buffer.from(comments))).equals(lantern)).toBe(true)
  const drawing = Buffer.from(`<?xml version="1.0"?>${comments}\n${svg(square).toString()}`)
  expect((await iconOf(drawing)).equals(lantern)).toBe(false)
  const entity = Buffer.from(`<!DOCTYPE svg [<!ENTITY a "a">]>${svg(square).toString()}`)
  expect((await iconOf(entity)).equals(lantern)).toBe(true)
})

test('an SVG that may load a file or expand an entity is not drawn, nor one that is too large', async () => {
  const file = path.join(tempDir(), 'icon.svg')
  const isDrawn = async (content: string) => {
    writeFileSync(file, svg(square + content))
    return (await storedSvg(file)) !== undefined
  }
  const parts = [
    '<image href="/etc/hostname"/>',
    '<s:Image href="/etc/hostname"/>',
    '<filter id="a"><feImage href="/etc/hostname"/></filter>',
    '<use href="other.svg#a"/>',
    '<foreignObject><p/></foreignObject>',
    '<style>@import "other.css"</style>',
    '<?xml-stylesheet href="other.css"?>',
    '<!ENTITY a "a">',
    '<![CDATA[a]]>',
    ' '.repeat(200_000)
  ]
  expect(await isDrawn('<g/>')).toBe(true)
  for (const part of parts) expect(await isDrawn(part), part.slice(0, 60)).toBe(false)
})

test('an SVG that is far too tall for an icon takes no more memory than others', async () => {
  const tall = (height: number) =>
    Buffer.from(svg(square).toString().replace('0 0 8 8', `0 0 1 ${height}`))
  expect((await iconOf(tall(2))).equals(await iconOf(svg(square)))).toBe(false)
  const config = { defaultPageIcon: attachment(20, 'icon') }
  const { app } = await openPictureSite({ icon: tall(20_000) }, { config })
  expect((await app.inject('/_icons/192.png')).statusCode).toBe(404)
})

test('an icon is drawn once its file has arrived', async () => {
  const files = { photo: await photograph(64, 64), drawing: svg(square) }
  const { app, dataDir, mirror, sources } = await openPictureSite(files)
  await app.close()
  for (const defaultPageIcon of Object.values(sources)) {
    const select = mirror.$client.prepare<[string], string>(
      'select hash from asset where source = ?'
    )
    const hash = select.pluck().get(defaultPageIcon) ?? ''
    const file = path.join(dataDir, 'assets', hash.slice(0, 2), hash)
    const config = testConfig(ROOT_ID, { defaultPageIcon })
    const server = await buildApp({ ...patient, config, dataDir })
    renameSync(file, `${file}-away`)
    expect((await server.inject('/favicon.ico')).statusCode).toBe(404)
    renameSync(`${file}-away`, file)
    expect((await server.inject('/favicon.ico')).statusCode).toBe(200)
    await server.close()
  }
})

test('the header shows a picture icon, an emoji icon, or the default mark', async () => {
  const source = attachment(20, 'icon')
  const files = { icon: svg(square), large: await photograph(200, 200) }
  const { dataDir } = await openPictureSite(files)
  const marks = [source, attachment(21, 'large'), '🏮', '/icons/gone.svg', null]
  const headers: { mark: string; type: unknown }[] = []
  for (const defaultPageIcon of marks) {
    const config = testConfig(ROOT_ID, { defaultPageIcon })
    const app = await buildApp({ ...patient, config, dataDir })
    const { body } = await app.inject('/')
    const [mark = ''] =
      /<(img|span|svg) [^>]*class="site-icon[^]*?(?=<span>Test wiki)/.exec(body) ?? []
    const [, src] = /src="([^"]+)"/.exec(mark) ?? []
    const reply = src && (await app.inject(src.replaceAll('&amp;', '&')))
    headers.push({ mark, type: reply && reply.headers['content-type'] })
    // The next server continues with its process.
    await app.close()
  }
  const [drawing, photo, emoji, gone, none] = headers
  expect(drawing?.mark).toMatch(/^<img .*alt="" width="24" height="24"\/>$/)
  expect(drawing?.type).toBe('image/svg+xml')
  expect(photo?.mark).toMatch(/src="[^"]*w=96"/i)
  expect(photo?.type).toBe('image/webp')
  expect(emoji?.mark).toBe('<span class="site-icon" aria-hidden="true">🏮</span>')
  for (const mark of [gone, none]) {
    expect(mark?.mark).toMatch(/^<svg class="site-icon" [^>]*aria-hidden="true">/)
  }
})

test('the icon of the root page is the site icon on every page', async () => {
  const workspace = workspaceOf([], [])
  Object.assign(workspace.block[ROOT_ID]!, { format: { page_icon: '🕯️' } })
  const { app } = await openSite({ workspace })
  for (const url of ['/', '/_app', '/nowhere']) {
    expect((await app.inject(url)).body, url).toContain(
      'aria-hidden="true">🕯️</span><span>Test wiki'
    )
  }
})

test('the icon of the configuration is drawn, otherwise that of the root page', async () => {
  const workspace = workspaceOf([], [])
  Object.assign(workspace.block[ROOT_ID]!, { format: { page_icon: '🕯️' } })
  const { dataDir } = await syncedMirror({ workspace })
  const drawn: Buffer[] = []
  for (const defaultPageIcon of [null, '🕯️', '🏮']) {
    const config = testConfig(ROOT_ID, { defaultPageIcon })
    const app = await buildApp({ ...patient, config, dataDir })
    drawn.push((await app.inject('/_icons/192.png')).rawPayload)
    await app.close()
  }
  const [root, same, other] = drawn
  expect(root).toEqual(same)
  expect(root).not.toEqual(other)
})

test('the icon of the address bar is a PNG in an ICO file, and maskable ones have a margin', async () => {
  const { app } = await openSite({ workspace: workspaceOf([], []) })
  const get = async (url: string) => (await app.inject(url)).rawPayload
  const ico = await get('/favicon.ico')
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  const [length, start] = [ico.readUInt32LE(14), ico.readUInt32LE(18)]
  expect(start + length).toBe(ico.length)
  expect(await sharp(ico.subarray(start)).metadata()).toMatchObject({ format: 'png', width: 32 })

  const maskable = sharp(await get('/_icons/maskable-512.png'))
  const { info } = await maskable.trim().toBuffer({ resolveWithObject: true })
  // Systems crop the outer fifth.
  expect(Math.max(info.width, info.height)).toBeLessThanOrEqual(0.8 * 512)
})
