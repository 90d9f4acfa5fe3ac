import { inject, vi } from 'vitest'

declare module 'vitest' {
  /** What Stryker's runner provides. Its first run has no mutant. */
  interface ProvidedContext {
    globalNamespace: '__stryker__'
    activeMutant?: string
    mutantActivation?: 'static' | 'runtime'
  }
}

interface KeptState {
  __stryker__: { activeMutant?: string | undefined }
  lastMutant?: string | undefined
}

const kept = globalThis as unknown as KeptState
const mutant = inject('activeMutant')

// Modules would be evaluated with the mutant of the file or run before, which is still active. Stryker's
// setup file has activated one that is to be active now, and its hook activates others before the tests.
if (inject('mutantActivation') !== 'static') {
  kept[inject('globalNamespace')].activeMutant = undefined
}

// Modules are evaluated again for each mutant: what they keep may come from the last one.
if (mutant !== kept.lastMutant) vi.resetModules()
kept.lastMutant = mutant
