import { afterEach, beforeEach, expect, vi } from 'vitest'

/**
 * Fails a test on unexpected console.error or console.warn. A test that expects one clears the
 * mock.
 */
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
