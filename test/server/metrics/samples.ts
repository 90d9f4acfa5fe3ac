import { expect } from 'vitest'

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABELS = `\\{(?:[a-zA-Z_]\\w*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*",?)*\\}`
const VALUE = '(?:[+-]?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|[+-]Inf)'
const sample = new RegExp(`^(${NAME}(?:${LABELS})?) (${VALUE})$`)
const comment = new RegExp(`^# (?:HELP ${NAME} \\S.*|TYPE ${NAME} (?:counter|gauge|histogram))$`)

/** The samples of a scrape by name and labels. Fails on a line that Prometheus would not accept. */
export function samplesOf(text: string): Record<string, number> {
  expect(text.endsWith('\n')).toBe(true)
  const lines = text.split('\n').filter((line) => line !== '' && !comment.test(line))
  // One expectation for all lines: those that wait for a count read it many times.
  expect(lines.filter((line) => !sample.test(line))).toEqual([])
  return Object.fromEntries(
    lines.map((line) => {
      const [, key = '', value] = sample.exec(line) ?? []
      return [key, Number(value)]
    })
  )
}

/** The names of the metrics of a scrape, also of those without a sample. */
export function metricNames(text: string): string[] {
  return text.match(/(?<=^# TYPE )\S+/gm) ?? []
}
