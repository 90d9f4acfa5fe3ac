import { loadModule } from '../../load-module.js'

// A thread inherits no module loader.
const { answerCards } = await loadModule('server/pictures/social-image/answer-cards.ts')
answerCards()
