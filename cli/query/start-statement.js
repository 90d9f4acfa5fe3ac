import { loadModule } from '../../server/load-module.js'

await loadModule('cli/query/statement-process.ts')
