import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// `npm ci` runs this in a clone. Without the development dependencies, what was built before stays.

const isBuildable = existsSync(new URL('../../node_modules/vite', import.meta.url))
const isBuilt = existsSync(new URL('../../dist/node/sources.json', import.meta.url))

if (isBuildable) {
  const { status } = spawnSync('npm run build', { shell: true, stdio: 'inherit' })
  process.exitCode = status ?? 1
} else if (isBuilt) {
  console.log('vite is not installed, so the existing build is used')
} else {
  console.error(
    'there is no build, and vite is not installed; run "npm ci" with the development dependencies'
  )
  process.exitCode = 1
}
