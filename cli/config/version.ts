import { readFileSync } from 'node:fs'

const { version: ownVersion, engines } = readPackage()

/** The version of fansite, from its package.json. */
export const version = ownVersion

/** The oldest version of Node that fansite runs on. */
export const wantedNode = engines.node.replace(/^>=/, '')

function readPackage(): { version: string; engines: { node: string } } {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return JSON.parse(text) as ReturnType<typeof readPackage>
}
