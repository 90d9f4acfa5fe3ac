import type { Block } from 'notion-types'
import { expect, test } from 'vitest'

import { addressName, hostName, mediaSource } from '../../../site/notion/files/media-source.ts'

test.each<[object, string | undefined]>([
  [{ properties: { link: [['l']], source: [['s']] }, format: { uri: 'u' } }, 'l'],
  [{ properties: { link: [['']], source: [['s']] } }, 's'],
  [{ properties: { link: [[7]] }, format: { drive_properties: { url: 'd' }, uri: 'u' } }, 'd'],
  [{ format: { original_url: 'o', uri: 'u' } }, 'o'],
  [{ format: { uri: 'u', display_source: 'x' } }, 'u'],
  [{ properties: { source: [] }, format: { display_source: 'x' } }, 'x'],
  [{ properties: { link: [] }, format: { drive_properties: {} } }, undefined],
  [{}, undefined]
])('the block %j shows %s', (fields, address) => {
  expect(mediaSource(fields as Block)).toBe(address)
})

test.each([
  ['attachment:1:a b.png', 'a b.png'],
  ['/images/a.png', 'a.png'],
  ['/images/', '/images/'],
  ['not an address', 'not an address'],
  ['https://x.example/a/b%20c.pdf?d=e.f', 'b c.pdf'],
  ['https://x.example/100%25.txt', '100%.txt'],
  ['https://x.example/100%.txt', '100%.txt'],
  ['https://x.example/Tom&Jerry+co.txt', 'Tom&Jerry+co.txt'],
  ['https://x.example/a/b', 'x.example'],
  ['https://x.example/a.toolong', 'x.example'],
  ['https://x.example/a.b', 'x.example'],
  ['https://x.example', 'x.example'],
  ['https://img.notionusercontent.com/s3/prod%2Fspace%2Fb.png/size/w=96', 'b.png'],
  ['https://img.notionusercontent.com/s3/space', 'img.notionusercontent.com']
])('the URL %s is named %s', (address, name) => expect(addressName(address)).toBe(name))

test('a host is named without www', () => {
  expect(hostName('https://www.x.example/a')).toBe('x.example')
  expect(hostName('https://a.www.example/a')).toBe('a.www.example')
})
