import { expect, test } from 'vitest'

import { hostNotes } from '../../static/rules/host-limits.ts'
import { type PathRules, redirectLines } from '../../static/rules/redirect-rules.ts'

function formerPaths(count: number): PathRules {
  const redirects = Array.from({ length: count }, (_, number) => ({
    from: `/former-${number}`,
    to: '/page/'
  }))
  return { redirects, gone: ['/gone'] }
}

const notesOf = (paths: PathRules) => hostNotes(paths, redirectLines(paths, ''))

test('rules within all limits need no note', () => {
  expect(notesOf(formerPaths(1000))).toEqual([])
  expect(redirectLines(formerPaths(1), '')).toEqual([
    '/former-0 /page/ 301',
    '/former-0/ /page/ 301',
    '/gone /410.html 410',
    '/gone/ /410.html 410'
  ])
})

test('redirects that Cloudflare Pages does not read are counted', () => {
  expect(notesOf(formerPaths(1001))).toEqual([
    '_redirects has 2002 redirects; Cloudflare Pages reads the first 2000, so there the other 2, those of the oldest former paths, lead to 404.html'
  ])
})

test('rules that Netlify may refuse are left out, the oldest first', () => {
  const paths = formerPaths(6000)
  const lines = redirectLines(paths, '')
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([
    10_000,
    '/former-0 /page/ 301',
    '/former-4999/ /page/ 301'
  ])
  expect(notesOf(paths)[1]).toBe(
    '1000 former paths are left out of _redirects, because Netlify may refuse more than 10000 rules; only _nginx.conf has them'
  )
})

test('lines that Cloudflare Pages ignores are counted', () => {
  const paths = { redirects: [{ from: `/${'a'.repeat(1000)}`, to: '/page/' }], gone: [] }
  expect(notesOf(paths)).toEqual([
    '2 redirects in _redirects are longer than 1000 characters; Cloudflare Pages ignores them, so there these former paths lead to 404.html'
  ])
})
