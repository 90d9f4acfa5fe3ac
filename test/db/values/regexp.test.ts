import { expect, test, vi } from 'vitest'

import { calculate } from './calculate.ts'

const endless = 'test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "^(a+)+$")'
const problem = 'its regular expression cannot be used (it takes more than 100 ms)'

test('an expression that did not get the CPU within its limit is tried again, and is still limited', () => {
  const none = { user: 0, system: 0 }
  // Of the first attempt.
  const measured = vi.spyOn(process, 'cpuUsage').mockReturnValueOnce(none).mockReturnValueOnce(none)
  expect(calculate(endless)).toEqual({ problem })
  expect(measured.mock.calls.length).toBeGreaterThanOrEqual(4)
})
