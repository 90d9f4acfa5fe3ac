#!/usr/bin/env node
import { loadModule } from '../server/process/load-module.js'

// React reads this when it is first imported; its development build renders several times slower.
process.env.NODE_ENV ??= 'production'

const { main } = await loadModule(new URL('./fansite.ts', import.meta.url), (source) =>
  console.error(
    `fansite: the build is stale (${source} has changed), so the sources are compiled at this start; run "npm run build"`
  )
)
process.exitCode = await main(process.argv)
