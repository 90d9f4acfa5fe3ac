import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A test during which the program complains on the console fails, unless it says that it expects that. */
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, 'unexpected console.error').toEqual([])
  expect(vi.mocked(console.warn).mock.calls, 'unexpected console.warn').toEqual([])
  vi.restoreAllMocks()
})
