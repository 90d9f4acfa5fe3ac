import { expect, test } from 'vitest'

import {
  hasVariants,
  variantAddress,
  variantSet,
  variantWidth
} from '../../../site/addresses/image-variants.ts'

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
