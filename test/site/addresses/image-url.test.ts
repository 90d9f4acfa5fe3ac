import { expect, test } from 'vitest'

import {
  isExpiringAddress,
  isPermanentPicture,
  isPublicPicture,
  mapImageUrl
} from '../../../site/addresses/image-url.ts'

const block = { id: '0f0f0f0f-0000-4000-8000-000000000001' }
const hash = '0123456789abcdef'.repeat(4)

/** The address of an image on the site. */
const served = (source: string, more = '') =>
  `/image/${encodeURIComponent(source)}?table=block&id=${block.id}&cache=v2${more}`
const version = '&v=0123456789abcdef'

test.each([
  'https://images.unsplash.com/photo-1',
  'https://images.unsplash.com/\u0000',
  'data:image/png;base64,AA'
])('%s does not expire, so it is used as it is', (source) => {
  expect([isPermanentPicture(source), isExpiringAddress(source)]).toEqual([true, false])
  expect(isPublicPicture(source)).toBe(source.startsWith('https:'))
  expect(mapImageUrl(source, block, {})).toBe(source)
})

const bucket = 'prod-files-secure.s3.us-west-2.amazonaws.com/space/a.png'
const legacy = 'https://s3.us-west-2.amazonaws.com'
const signature = '?X-Amz-Credential=a&X-Amz-Signature=b'

test.each([
  `https://${bucket}${signature}`,
  `${legacy}/secure.notion-static.com/a.png${signature}`,
  'https://img.notionusercontent.com/s3/a.png',
  'https://images.unsplash.com'
])('%s may expire: it is used as it is unless the image is stored', (source) => {
  expect([isPermanentPicture(source), isExpiringAddress(source)]).toEqual([false, true])
  expect(mapImageUrl(source, block, {})).toBe(source)
  expect(mapImageUrl(source, block, { [source]: { hash } })).toBe(served(source, version))
})

test.each([
  '/icons/sun.svg',
  'attachment:1:a b.png',
  'not an address',
  // A property of every object.
  'constructor',
  'https://files.example.org/a b.png?x=1&y=2',
  `https://files.example.org/a.png${signature}`,
  `https://${bucket}`,
  `https://${bucket}?X-Amz-Credential=a`,
  `https://${bucket}?X-Amz-Signature=a`,
  `https://a:b@${bucket}${signature}`,
  `https://a@${bucket}${signature}`,
  `https://:b@${bucket}${signature}`,
  `http://${bucket}${signature}`,
  `https://prod-files-secure.evil.example/a.png${signature}`,
  `${legacy}/other/a.png${signature}`,
  `${legacy}/other/secure.notion-static.com/a.png${signature}`,
  'https://img.notionusercontent.com.evil.example/a.png',
  'https://img.notionusercontent.com@evil.example/a.png',
  'https://user:word@img.notionusercontent.com/a.png',
  'http://img.notionusercontent.com/a.png',
  'https://img.notionusercontent.com:8443/a.png',
  'http://images.unsplash.com/photo-1',
  'http://images.unsplash.com:8080/a',
  'https://images.unsplash.com.evil.example/a',
  'https://images.unsplash.com@example.org/a',
  'https://example.org/images.unsplash.com/a'
])('%s is served by the site', (source) => {
  expect([isPermanentPicture(source), isExpiringAddress(source)]).toEqual([false, false])
  expect(mapImageUrl(source, block, {})).toBe(served(source))
  expect(mapImageUrl(source, block, { [source]: { hash } })).toBe(served(source, version))
})

test.each([undefined, '', 'data:text/html,x'])('%j is no image', (source) => {
  expect(mapImageUrl(source, block, {})).toBeUndefined()
  expect(isPermanentPicture(source ?? '')).toBe(false)
})
