import { loadModule } from '../load-module.js'

// A thread has none of the loaders of the one that started it.
const { answerDrawings } = await loadModule('server/drawing/answer-drawings.ts')
answerDrawings()
