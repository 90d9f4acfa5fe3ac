#!/usr/bin/env node
import { NO_BUILD, loadModule } from '../server/process/load-module.js'

// React reads NODE_ENV when it is first imported; its development build is several times slower.
process.env.NODE_ENV ??= 'production'

const code = await run()
// Not `process.exitCode`: what a site.config.ts has imported may keep the process running for ever.
await Promise.all([process.stdout, process.stderr].map(flushed))
process.exit(code)

async function run() {
  try {
    const { main } = await loadModule(new URL('./fansite.ts', import.meta.url), reportStale)
    return await main(process.argv)
  } catch (error) {
    if (error.code !== NO_BUILD) throw error
    console.error(error.message)
    return 1
  }
}

/** Resolves when a slow reader has received what was written, or there is no reader any more. */
function flushed(stream) {
  return new Promise((resolve) => stream.write('', () => resolve()))
}

function reportStale(source) {
  console.error(
    `fansite: the build is stale (${source} has changed), so this start compiles the sources; run "npm run build" for a faster start`
  )
}
