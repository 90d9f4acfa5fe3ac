import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A test during which the program complains on the console fails, unless it says that it expects that. */
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  const errors = vi.mocked(console.error).mock.calls
  const warnings = vi.mocked(console.warn).mock.calls
  vi.restoreAllMocks()
  expect(errors, 'unexpected console.error').toEqual([])
  expect(warnings, 'unexpected console.warn').toEqual([])
})
