import { expect, test } from 'vitest'

import {
  isExpiringAddress,
  isPermanentPicture,
  isPublicPicture,
  mapImageUrl
} from '../../../site/addresses/image-url.ts'
import {
  hasVariants,
  variantAddress,
  variantSet,
  variantWidth
} from '../../../site/addresses/image-variants.ts'

const unsplash = 'https://images.unsplash.com/photo-1'
const bucket = 'https://prod-files-secure.s3.us-west-2.amazonaws.com/space/a.png'
const signature = '?X-Amz-Credential=a&X-Amz-Signature=b'
const legacy = 'https://s3.us-west-2.amazonaws.com'

test.each([
  [unsplash, true],
  ['https://images.unsplash.com', false],
  ['http://images.unsplash.com/photo-1', false],
  ['https://img.notionusercontent.com/a', false],
  ['https://images.unsplash.com/\u0000', true],
  ['https://images.unsplash.com.evil.example/a', false]
])('%s is a picture that everyone may load: %s', (address, expected) => {
  expect(isPublicPicture(address)).toBe(expected)
  expect(isPermanentPicture(address)).toBe(expected)
})

test('a picture in its own URL does not expire, other data is no picture', () => {
  expect(isPermanentPicture('data:image/png;base64,AA')).toBe(true)
  expect(isPermanentPicture('data:text/html,x')).toBe(false)
})

test.each([
  [`${bucket}${signature}`, true],
  [bucket, false],
  [`${bucket}?X-Amz-Credential=a`, false],
  [`${bucket}?X-Amz-Signature=a`, false],
  [`https://a:b@${bucket.slice(8)}${signature}`, false],
  [`https://a@${bucket.slice(8)}${signature}`, false],
  [`https://:b@${bucket.slice(8)}${signature}`, false],
  [`http://${bucket.slice(8)}${signature}`, false],
  [`${legacy}/secure.notion-static.com/a.png${signature}`, true],
  [`${legacy}/other/secure.notion-static.com/a.png${signature}`, false],
  ['https://img.notionusercontent.com/a', true],
  [unsplash, false],
  ['not an address', false]
])('%s carries a signature that expires: %s', (address, expected) => {
  expect(isExpiringAddress(address)).toBe(expected)
})

test('an unstored signed URL is used as it is, a stored one is served by the site', () => {
  const block = { id: 'b1' }
  const source = `${bucket}${signature}`
  expect(mapImageUrl(source, block, {})).toBe(source)
  expect(mapImageUrl(source, block, { [source]: { hash: 'ab'.repeat(32) } })).toBe(
    `/image/${encodeURIComponent(source)}?table=block&id=b1&cache=v2&v=${'ab'.repeat(8)}`
  )
  expect(mapImageUrl('data:image/png;base64,AA', block, {})).toBe('data:image/png;base64,AA')
  expect(mapImageUrl('data:text/html,x', block, {})).toBeUndefined()
})

const image = {
  hash: 'cd'.repeat(32),
  mediaType: 'image/png',
  size: 8192,
  width: 640 as number | null,
  height: 480,
  preview: null
}

test.each([
  [{}, true],
  [{ mediaType: 'image/jpeg' }, true],
  [{ mediaType: 'image/gif' }, false],
  [{ mediaType: 'image/svg+xml' }, false],
  [{ size: 8191 }, false],
  [{ width: null }, false]
])('an image with %j has smaller copies: %s', (changes, expected) => {
  expect(hasVariants({ ...image, ...changes })).toBe(expected)
})

test('a copy is never wider than the image', () => {
  expect(variantWidth(320, 640)).toBe(320)
  expect(variantWidth(960, 640.4)).toBe(640)
})

test('the copies of an image end with the first that has its width', () => {
  const set = (own: number | null, widths: number[]) =>
    variantSet('a(1).png', { ...image, width: own }, { format: 'webp', widths })
  const at = (width: number) => `/image/a%281%29.png?v=${'cd'.repeat(8)}&f=webp&w=${width}`
  expect(set(640, [320, 640, 960])).toBe(`${at(320)} 320w, ${at(640)} 640w`)
  expect(set(700, [320, 640, 960, 1280])).toBe(`${at(320)} 320w, ${at(640)} 640w, ${at(960)} 700w`)
  expect(set(2000, [320, 640])).toBe(`${at(320)} 320w, ${at(640)} 640w`)
  expect(set(null, [320, 640])).toBe(`${at(320)} 0w`)
  expect(variantAddress('a,b', image, { format: 'avif', width: 96 })).toBe(
    `/image/a%2Cb?v=${'cd'.repeat(8)}&f=avif&w=96`
  )
})
