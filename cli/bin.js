#!/usr/bin/env node
import { fileURLToPath } from 'node:url'

import { register } from 'tsx/esm/api'

// React reads this when it is first imported; its development build renders several times slower.
process.env.NODE_ENV ??= 'production'

register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) })
const { main } = await import('./fansite.ts')
process.exitCode = await main(process.argv)
