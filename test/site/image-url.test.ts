import { describe, expect, test } from 'vitest'

import { mapImageUrl } from '../../site/addresses/image-url.ts'

const block = { id: '0f0f0f0f-0000-4000-8000-000000000001' }
const hash = '0123456789abcdef'.repeat(4)

describe('mapImageUrl', () => {
  test('adds the version of a stored image', () => {
    const source = 'https://files.example.org/a b.png?x=1&y=2'

    const url = mapImageUrl(source, block, { [source]: { hash } })

    expect(url).toBe(
      `/image/${encodeURIComponent(source)}?table=block&id=${block.id}&cache=v2&v=0123456789abcdef`
    )
  })

  test('routes every other URL through /image without a version', () => {
    for (const source of ['/icons/sun.svg', 'attachment:1:a.png', 'https://example.org/a.png']) {
      expect(mapImageUrl(source, block, {})).toBe(
        `/image/${encodeURIComponent(source)}?table=block&id=${block.id}&cache=v2`
      )
    }
  })

  test('returns data URLs and Unsplash pictures unchanged', () => {
    for (const source of ['data:image/gif;base64,AA==', 'https://images.unsplash.com/photo-1']) {
      expect(mapImageUrl(source, block, {})).toBe(source)
    }
  })

  test('returns signed URLs of the workspace unchanged unless the image is stored', () => {
    const signed = '?X-Amz-Credential=a&X-Amz-Signature=b'
    for (const source of [
      'https://img.notionusercontent.com/s3/a.png',
      `https://prod-files-secure.s3.us-west-2.amazonaws.com/a.png${signed}`,
      `https://s3.us-west-2.amazonaws.com/secure.notion-static.com/a.png${signed}`
    ]) {
      expect(mapImageUrl(source, block, {})).toBe(source)
      expect(mapImageUrl(source, block, { [source]: { hash } })).toMatch(/^\/image\//)
    }
  })

  test.each([
    'https://img.notionusercontent.com.evil.example/a.png',
    'https://img.notionusercontent.com@evil.example/a.png',
    'https://user:word@img.notionusercontent.com/a.png',
    'http://img.notionusercontent.com/a.png',
    'https://img.notionusercontent.com:8443/a.png',
    'https://prod-files-secure.s3.us-west-2.amazonaws.com/a.png',
    'https://prod-files-secure.evil.example/a.png?X-Amz-Credential=a&X-Amz-Signature=b',
    'https://s3.us-west-2.amazonaws.com/other/a.png?X-Amz-Credential=a&X-Amz-Signature=b',
    'https://files.example.org/a.png?X-Amz-Credential=a&X-Amz-Signature=b'
  ])('sends %s through the image route', (source) => {
    expect(mapImageUrl(source, block, {})).toMatch(/^\/image\//)
  })

  test('routes a look-alike of the Unsplash host through /image', () => {
    for (const source of [
      'https://images.unsplash.com.example.org/a',
      'https://images.unsplash.com@example.org/a',
      'https://example.org/images.unsplash.com/a',
      'http://images.unsplash.com:8080/a'
    ]) {
      expect(mapImageUrl(source, block, {})).toMatch(/^\/image\//)
    }
  })

  test('ignores properties inherited from Object', () => {
    expect(mapImageUrl('constructor', block, {})).not.toContain('v=undefined')
    expect(mapImageUrl('constructor', block, {})).not.toContain('&v=')
  })

  test('returns no URL without an image', () => {
    expect(mapImageUrl(undefined, block, {})).toBeUndefined()
    expect(mapImageUrl('', block, {})).toBeUndefined()
  })
})
