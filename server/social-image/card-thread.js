import { fileURLToPath } from 'node:url'

import { register } from 'tsx/esm/api'

// A thread has none of the loaders of the one that started it.
register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) })
const { answerCards } = await import('./answer-cards.ts')
answerCards()
