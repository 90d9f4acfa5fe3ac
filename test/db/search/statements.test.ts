import { expect, test } from 'vitest'

import { recordPlans } from '../../support/query-plans.ts'
import { searchOf } from './searched-pages.ts'

const sentence = '赤い提灯が夜の道を静かに照らし続ける'

test('a longer run of letters is searched with as many statements', async () => {
  const { find } = await searchOf({ 提灯: sentence, 夜道: sentence, 赤い灯: sentence })
  const statementsOf = (query: string) => {
    const { steps, stop } = recordPlans()
    const titles = find(query).pages.map(({ title }) => title)
    stop()
    const runs = new Map(steps().map(({ sql, runs: times }) => [sql, times]))
    return { titles, runs: [...runs.values()].reduce((sum, times) => sum + times, 0) }
  }
  const short = statementsOf(sentence.slice(1, 6))
  const long = statementsOf(sentence.slice(1))
  expect(short.titles).toHaveLength(3)
  expect(long).toEqual(short)
})
