import { expect, test } from 'vitest'

import { ownPath } from '../../../site/addresses/site-address.ts'

const DOMAIN = 'wiki.example.org'
const BELOW = `${DOMAIN}/lamps`

test.each([
  ['/Lamp', '/lamp'],
  ['/lamp/?q=a#b', '/lamp'],
  ['/lamp.md', '/lamp'],
  ['/lamp.html', '/lamp'],
  ['/lamp.mda', '/lamp.mda'],
  ['/', ''],
  ['/ca%CC%81p', '/cáp'],
  ['/%C3%81P', '/áp'],
  ['https://wiki.example.org/lamp', '/lamp'],
  ['HTTP://WIKI.example.org/lamp', '/lamp'],
  ['//wiki.example.org/lamp', '/lamp'],
  ['https://wiki.example.org', '']
])('%s is an address of the site', (address, path) => {
  expect(ownPath(DOMAIN, address)).toBe(path)
})

test.each([
  ['https://wiki.example.org/lamps/wick', '/wick'],
  ['https://wiki.example.org/lamps/', ''],
  ['/lamps/wick', '/wick'],
  ['/wick', '/wick']
])('%s is an address of a site below a path', (address, path) => {
  expect(ownPath(BELOW, address)).toBe(path)
})

test.each([
  [DOMAIN, 'https://other.example/lamp'],
  [DOMAIN, '//other.example/lamp'],
  [DOMAIN, 'https://wiki.example.org:8080/lamp'],
  [DOMAIN, 'ftp://wiki.example.org/lamp'],
  [DOMAIN, 'mailto:lamp@wiki.example.org'],
  [DOMAIN, 'lamp'],
  [DOMAIN, ' /lamp'],
  [DOMAIN, '#lamp'],
  [DOMAIN, ''],
  [DOMAIN, 'https://'],
  [DOMAIN, '/%E0%A4%A'],
  [BELOW, 'https://wiki.example.org/lampshade'],
  [BELOW, 'https://wiki.example.org/wick']
])('on %s, "%s" is no address of the site', (domain, address) => {
  expect(ownPath(domain, address)).toBeUndefined()
})
