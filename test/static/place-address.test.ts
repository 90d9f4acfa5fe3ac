import { expect, test } from 'vitest'

import { placeAddress } from '../../static/addresses/place-address.ts'

const hash = 'ab'.repeat(32)
const rules = {
  path: '/',
  socialImages: 'pages' as const,
  findPicture: () => ({ hash, mediaType: 'image/png', width: 4000 })
}

/** The path of a page whose title has 300 bytes. */
const long = `/${encodeURIComponent('語'.repeat(100))}`

const fileAt = (address: string) => placeAddress(address, rules)?.reference?.file

test('addresses of pictures have files of their own', () => {
  expect(fileAt('/image/lamp?v=1&f=webp&w=640')).toBe('_files/abababababababab-640.webp')
  expect(fileAt('/image/lamp?v=1')).toBe('_files/abababababababab.png')
  expect(fileAt('/api/social-image?id=0a-1b&v=2c')).toBe('_files/social/0a-1b-2c.png')
})

test('a page and its other files have the same name, which fits a file system', () => {
  const hrefs = [long, `/_cards${long}.html`, `/_tree${long}.html`, `${long}.md`].map(
    (address) => placeAddress(address, rules)?.href ?? ''
  )
  const [, name = ''] = /^\/(.*)\/$/.exec(hrefs[0] ?? '') ?? []
  expect(hrefs.slice(1)).toEqual([`/_cards/${name}.html`, `/_tree/${name}.html`, `/${name}.md`])
  expect(Buffer.byteLength(decodeURIComponent(name))).toBeLessThanOrEqual(200)
  for (const file of ['/_cards/iron.html', '/_tree.html', '/iron.md', '/index.md', '/feed.xml'])
    expect(placeAddress(file, rules), file).toBeUndefined()
})

test.each(['w=x/../../../evil&f=webp', 'w=640&f=webp/../../../evil', 'w=641&f=webp', 'w=640'])(
  'a link to a picture with %s leads to the original',
  (query) => expect(fileAt(`/image/lamp?${query}`)).toBe('_files/abababababababab.png')
)

test.each([
  '/image/100%',
  '/api/social-image?id=nowhere&v=1',
  '/api/social-image?id=0a&v=1/../../../evil'
])('a link to %s is left as it is', (address) => {
  expect(placeAddress(address, rules)).toBeUndefined()
})
