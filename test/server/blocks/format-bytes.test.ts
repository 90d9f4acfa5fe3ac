import { expect, test } from 'vitest'

import { formatBytes } from '../../../web/blocks/format/format-bytes.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [9_949_999, '9.9 MB'],
  [9_950_000, '10 MB'],
  [3_400_000_000, '3.4 GB'],
  [1_500_000_000_000, '1,500 GB']
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text)
})

test('a size has the numbers of its language', () => {
  expect(formatBytes(3_400_000, 'de')).toBe('3,4 MB')
})
