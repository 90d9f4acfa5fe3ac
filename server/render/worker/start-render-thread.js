import { loadModule } from '../../load-module.js'

// A thread inherits no module loader.
const { answerRenderJobs } = await loadModule('server/render/worker/render-thread.ts')
answerRenderJobs()
