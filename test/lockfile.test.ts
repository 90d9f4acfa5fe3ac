import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import semver from 'semver'
import { expect, test } from 'vitest'

interface LockedPackage {
  version: string
  /** A folder of this repository. */
  link?: boolean
  integrity?: string
  engines?: { node?: string }
}

/** The oldest Node that `engines` of package.json allows. */
const OLDEST_NODE = '20.19.0'

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const installed = Object.entries(packages).filter(
  ([folder, { link }]) => folder.includes('node_modules/') && !link
)

test('the lockfile has the digest of every package', () => {
  expect(installed.length).toBeGreaterThan(500)
  const without = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(without.map(([folder]) => folder)).toEqual([])
})

/** Runs in browsers; its build for Node is only loaded by tests, which this version of Node passes. */
const browserPackages = ['node_modules/@sqlite.org/sqlite-wasm']

test('every package that Node loads supports the oldest Node that fansite supports', () => {
  expect(packages['']?.engines?.node).toBe('>=20.19')
  const newer = installed.filter(
    ([, { engines }]) => engines?.node && !semver.satisfies(OLDEST_NODE, engines.node)
  )
  expect(newer.map(([folder]) => folder)).toEqual(browserPackages)
})
