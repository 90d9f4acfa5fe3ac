import { expect, test } from 'vitest'

import { sourceMetrics } from '../../../server/metrics/metric-sources.ts'
import { Metrics } from '../../../server/metrics/metrics.ts'
import { firstCells, section } from '../../support/docs-text.ts'
import { metricNames } from './samples.ts'

/** Only Linux has these. */
const onLinux = /^process_(heap_bytes|max_fds|open_fds|virtual_memory_bytes)$/

test('docs/operations.md has every metric, and no other', async () => {
  const metrics = new Metrics()
  for (const source of Object.keys(sourceMetrics)) {
    metrics.observe(source as keyof typeof sourceMetrics, () => undefined)
  }
  metrics.observeProcess()
  const names = metricNames(await metrics.text())
  const isKnownHere = (name: string) => process.platform === 'linux' || !onLinux.test(name)
  const documented = firstCells(section('docs/operations.md', '### List of metrics'))
  expect(documented.filter(isKnownHere).toSorted()).toEqual(names.toSorted())
})

test('names have the unit, and counters end in _total', async () => {
  for (const [type, name, help] of Object.values(sourceMetrics).flatMap(Object.values)) {
    expect(name).toMatch(/^fansite_[a-z_]+$/)
    expect(name.endsWith('_total'), name).toBe(type === 'counter')
    expect(help, name).toMatch(/^[A-Z1].*\.$/)
  }
})
