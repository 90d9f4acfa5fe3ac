#!/usr/bin/env node
import { loadModule } from '../server/process/load-module.js'

// React reads NODE_ENV when it is first imported; its development build is several times slower.
process.env.NODE_ENV ??= 'production'

const { main } = await loadModule(new URL('./fansite.ts', import.meta.url), (source) =>
  console.error(
    `fansite: the build is stale (${source} has changed), so this start compiles the sources; run "npm run build" for a faster start`
  )
)
process.exitCode = await main(process.argv)
