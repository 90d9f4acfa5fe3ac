import { expect, test } from 'vitest'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { testId } from '../../support/workspaces/records.ts'
import { date, openRowSite } from '../../support/sites/row-site.ts'

const names = ['A  B', ' lead', 'trail ', 'x'.repeat(210), 'two\nlines', 'plain']
const options = names.map((value, index) => ({ id: `o${index}`, value, color: 'red' }))
const schema = {
  pick: { type: 'select', options },
  price: { type: 'number', number_format: 'number_with_commas' },
  when: { type: 'date' },
  share: { type: 'formula' },
  note: { type: 'text' },
  edited: { type: 'last_edited_time' }
}
const rows = names.map((name, index) => ({ pick: [[name]], note: [[`note ${index}`]] }))
const more = [
  { price: [['1500']] },
  { when: date({ type: 'datetime', start_date: '2026-03-05', start_time: '18:30' }) },
  { note: [['from ', []], ...date({ type: 'date', start_date: '2025-12-24' })] }
]

async function openTable(language: string) {
  const site = await openRowSite({ schema, rows: [...rows, ...more], config: { language } })
  return async (query: string) => {
    const { body } = await site.app.inject(`/?v=${undashId(testId(3))}&${query}`)
    return {
      body,
      found: [...body.matchAll(/page-link-title[^"]*">([^<]+)/g)].map(([, row]) => row)
    }
  }
}

test('every filter option finds its row, whatever spaces, line breaks and length its name has', async () => {
  const request = await openTable('en')
  const { body } = await request('')
  const filter = /<select name="is.pick">.*?<\/select>/s.exec(body)?.[0] ?? ''
  const choices = [...filter.matchAll(/<option value="([^"]+)">/g)].map(([, value = '']) => value)
  expect(choices).toHaveLength(names.length)
  for (const [index, value] of choices.entries()) {
    // As a browser sends it.
    const query = String(new URLSearchParams({ 'is.pick': value }))
    expect((await request(query)).found, value).toEqual([`Row ${index}`])
    expect((await request(query)).body).toContain(`<option value="${value}" selected="">`)
  }
})

test('a search finds numbers and dates as they are formatted in the language of the site', async () => {
  const english = await openTable('en')
  const german = await openTable('de')
  const finds = async (request: typeof english, words: string) =>
    (await request(String(new URLSearchParams({ q: words })))).found
  expect(await finds(english, '1,500')).toEqual(['Row 6'])
  expect(await finds(english, '1500')).toEqual(['Row 6'])
  expect(await finds(english, 'Mar 5, 2026, 6:30 PM')).toEqual(['Row 7'])
  expect(await finds(english, 'from Dec 24')).toEqual(['Row 8'])
  expect(await finds(english, 'Jan 2, 2026')).toHaveLength(9)
  expect(await finds(german, '1.500')).toEqual(['Row 6'])
  expect(await finds(german, 'Dez. 2025')).toEqual(['Row 8'])
  expect(await finds(german, 'Dec')).toEqual([])
})

test('summaries have the days of times in the time zone of the site, and all digits of whole numbers', async () => {
  const aggregations = [
    // Its result is 0, which is shown too.
    { property: 'title', aggregator: 'empty' },
    { property: 'made', aggregator: 'earliest_date' },
    { property: 'edited', aggregator: 'unique' },
    { property: 'blocks', aggregator: 'sum' },
    { property: 'share', aggregator: 'sum' }
  ]
  const { app } = await openRowSite({
    schema: {
      made: { type: 'created_time' },
      edited: { type: 'last_edited_time' },
      blocks: { type: 'number' },
      share: { type: 'number', number_format: 'number_with_commas' }
    },
    rows: [
      { blocks: [['1234567890123']], share: [['0.1']] },
      { blocks: [['2']], share: [['0.2']] }
    ],
    aggregations,
    config: { timeZone: 'America/New_York' }
  })
  const { body } = await app.inject('/')
  expect(body).toContain('dateTime="2025-12-31T19:00:00-05:00"')
  expect(/<tfoot>.*?<\/tfoot>/s.exec(body)?.[0].replaceAll(/<[^>]*>/g, '')).toBe(
    'Empty 0Earliest Dec 31, 2025Unique 2Sum 1,234,567,890,125Sum 0.3'
  )
})

const ofGroup = (operator: string, groupName: string) => ({
  property: 'state',
  aggregator: { operator, groupName }
})

/** Four rows, three of them with a status; two have one of the group `Begun`. */
async function statusRows(shown: { view?: object; aggregations?: ReturnType<typeof ofGroup>[] }) {
  const known = ['new', 'lit', 'out'].map((value) => ({ id: `id-${value}`, value }))
  const groups = [
    { name: 'Begun', optionIds: ['id-lit', 'id-out'] },
    { name: 'Over', optionIds: ['id-out'] }
  ]
  const { app } = await openRowSite({
    schema: { state: { type: 'status', options: known, groups } },
    rows: [{ state: [['new']] }, { state: [['lit']] }, { state: [['out']] }, {}],
    ...shown
  })
  return (await app.inject('/')).body
}

test('a summary counts the rows of a status group', async () => {
  const html = await statusRows({
    aggregations: [
      ofGroup('count_per_group', 'Begun'),
      ofGroup('percent_per_group', 'Begun'),
      ofGroup('percent_per_group', 'Over'),
      ofGroup('percent_per_group', 'Lost')
    ]
  })
  expect(/<tfoot>.*?<\/tfoot>/s.exec(html)?.[0].replaceAll(/<[^>]*>/g, '')).toBe(
    'Begun 2Begun 50%Over 25%'
  )
})

test('a chart of one number is the share of a status group', async () => {
  const dataConfig = { aggregationConfig: { aggregation: ofGroup('percent_per_group', 'Begun') } }
  const format = { chart_config: { type: 'number', dataConfig } }
  const html = await statusRows({ view: { type: 'chart', format } })
  expect(html).toContain('<strong>50%</strong> <span>state: Begun</span>')
})

test('a chart has no bar for a negative number', async () => {
  const dataConfig = {
    groupBy: { property: 'oil' },
    aggregationConfig: { aggregation: { property: 'oil', aggregator: 'sum' } }
  }
  const { app } = await openRowSite({
    schema: { oil: { type: 'number' } },
    rows: [{ oil: [['2']] }, { oil: [['4']] }, { oil: [['-3']] }],
    view: { type: 'chart', format: { chart_config: { type: 'column', dataConfig } } }
  })
  const { body } = await app.inject('/')
  const widths = [...body.matchAll(/class="bar" style="([^"]*)"/g)].map(([, style]) => style)
  expect(widths).toEqual(['width:0.00%', 'width:50.00%', 'width:100.00%'])
})
