import { loadModule } from '../load-module.js'

await loadModule('server/download/download-process.ts')
