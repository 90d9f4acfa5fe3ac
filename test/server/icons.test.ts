import { expect, test } from 'vitest'

import { attachment } from '../file-site.ts'
import { openPictureSite } from '../picture-site.ts'

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${content}</svg>`)
const square = '<path fill="#f00" d="M0 0h8v8H0z"/>'

/** The icon of a site whose configuration names this drawing of the workspace. */
async function iconOf(drawing: Buffer): Promise<Buffer> {
  const config = { defaultPageIcon: attachment(20, 'icon') }
  const { app } = await openPictureSite({ icon: drawing }, { config })
  const reply = await app.inject('/_icons/192.png')
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png'])
  return reply.rawPayload
}

test('a drawing of the workspace is the icon, unless it could name another file: then it is the lantern', async () => {
  const lantern = await iconOf(Buffer.from('no drawing'))
  expect((await iconOf(svg(square))).equals(lantern)).toBe(false)
  for (const hostile of ['<image href="/etc/hostname"/>', '<use href="other.svg#a"/>']) {
    expect((await iconOf(svg(square + hostile))).equals(lantern), hostile).toBe(true)
  }
  const entity = Buffer.from(`<!DOCTYPE svg [<!ENTITY a "a">]>${svg(square).toString()}`)
  expect((await iconOf(entity)).equals(lantern)).toBe(true)
})
