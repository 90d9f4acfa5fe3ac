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
    '_redirects leaves out 1000 of 6000 former paths, because Netlify may refuse more than 10000 rules; only _nginx.conf has all'
  )
  expect(notesOf(formerPaths(5001))[1]).toContain('leaves out 1 of 5001 former paths,')
})

test('lines that Cloudflare Pages ignores are counted', () => {
  const single = { redirects: [{ from: `/${'a'.repeat(988)}`, to: '/page/' }], gone: [] }
  expect(notesOf(single)[0]).toContain('ignores 1 of 2 redirects')
  const paths = { redirects: [{ from: `/${'a'.repeat(1000)}`, to: '/page/' }], gone: [] }
  expect(notesOf(paths)).toEqual([
    'Cloudflare Pages ignores 2 of 2 redirects in _redirects, which have more than 1000 characters, so there these former paths lead to 404.html'
  ])
})
