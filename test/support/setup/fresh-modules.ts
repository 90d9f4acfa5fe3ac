import { inject, vi } from 'vitest'

declare module 'vitest' {
  /** What Stryker's runner provides. Its first run has no mutant. */
  interface ProvidedContext {
    globalNamespace: '__stryker__'
    activeMutant?: string
  }
}

interface KeptState {
  __stryker__: { activeMutant?: string | undefined }
  lastMutant?: string | undefined
}

const kept = globalThis as unknown as KeptState
const mutant = inject('activeMutant')

// Stryker's hook activates a mutant before the tests of a file, but not while modules are evaluated.
kept[inject('globalNamespace')].activeMutant = undefined

// Modules are evaluated again for each mutant: what they keep may come from the last one.
if (mutant !== kept.lastMutant) vi.resetModules()
kept.lastMutant = mutant
