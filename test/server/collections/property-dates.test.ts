import { expect, test } from 'vitest'

import { date, factsAt, openRowSite, wordsOf } from '../../support/sites/row-site.ts'

const day = (start_date: string, end_date?: string) => ({
  type: end_date ? 'daterange' : 'date',
  start_date,
  end_date
})
const time = (start_date: string, start_time: string, more: object = {}) => ({
  type: 'datetime',
  start_date,
  start_time,
  ...more
})
const figures = { date_format: 'DD/MM/YYYY', time_format: 'H:mm' }

/** The text of each date, with plain spaces, and its first `datetime`. */
async function shown(options: { dates: [object, object?][]; language?: string }) {
  const { dates, language = 'en' } = options
  const schema = dates.map(([, more], index) => [`d${index}`, { type: 'date', ...more }])
  const row = dates.map(([value], index) => [`d${index}`, date(value)])
  const site = await openRowSite({
    schema: Object.fromEntries(schema),
    rows: [Object.fromEntries(row)],
    config: { language, timeZone: 'Europe/Vienna' }
  })
  return [...(await factsAt(site, '/row-0')).values()]
}

const plain = (html: string) => wordsOf(html)?.replaceAll(/\s/g, ' ')
const machine = (html: string) => [...html.matchAll(/dateTime="(.*?)"/g)].map(([, form]) => form)

test('dates are written in English, ranges without repeated parts', async () => {
  const cases: [object, string, object?][] = [
    [day('2026-07-31'), 'Jul 31, 2026'],
    [day('2026-07-31', '2026-08-02'), 'Jul 31 – Aug 2, 2026'],
    [day('2026-12-31', '2027-01-01'), 'Dec 31, 2026 – Jan 1, 2027'],
    [day('2026-08-02', '2026-07-31'), 'Aug 2, 2026 – Jul 31, 2026'],
    [day('0001-01-01'), 'Jan 1, 1'],
    [day('9999-12-31'), 'Dec 31, 9999'],
    [{ type: 'daterange', start_date: '2026-07-31' }, 'Jul 31, 2026'],
    [day('2026-07-31'), 'Jul 31, 2026', { date_format: 'relative' }],
    [day('2026-07-31'), 'July 31, 2026', { date_format: 'MMMM D, YYYY' }],
    [day('2026-07-31'), '31/07/2026', figures],
    [day('2026-07-31'), '26-7-31', { date_format: 'YY-M-D' }],
    [time('2026-07-31', '18:00', { end_time: '20:30' }), '31/07/2026 18:00 – 20:30', figures],
    [time('2026-07-31', '18:00'), 'Jul 31, 2026, 18:00', { time_format: 'H:mm' }],
    [time('2026-07-31', '18:00'), 'Jul 31, 2026, 6:00 PM'],
    [day('2026-02-31'), '2026-02-31']
  ]
  const html = await shown({ dates: cases.map(([value, , more]) => [value, more]) })
  expect(html.map(plain).map((words) => words?.replaceAll(/ +– +/g, ' – '))).toEqual(
    cases.map(([, words]) => words)
  )
})

test('a hidden time is left out, with its time zone', async () => {
  const hidden = { time_format: ' ' }
  const tokyo = { time_zone: 'Asia/Tokyo', ...hidden }
  const cases: [object, string, object?][] = [
    [time('2026-07-31', '18:00'), 'Jul 31, 2026', hidden],
    [time('2026-07-31', '18:00', tokyo), 'Jul 31, 2026'],
    [time('2026-07-31', '18:00', { end_time: '20:30' }), '31/07/2026', { ...figures, ...hidden }]
  ]
  const html = await shown({ dates: cases.map(([value, , more]) => [value, more]) })
  expect(html.map(plain)).toEqual(cases.map(([, words]) => words))
  expect(html.join('')).not.toContain('title=')
})

test('times have the UTC offset of their instant, also around a daylight saving change', async () => {
  const vienna = { time_zone: 'Europe/Vienna' }
  const cases: [object, string[]][] = [
    [day('2026-07-31'), ['2026-07-31']],
    [time('2026-07-31', '18:00'), ['2026-07-31T18:00:00+02:00']],
    [time('2026-01-31', '18:00', vienna), ['2026-01-31T18:00:00+01:00']],
    [time('2026-03-29', '02:30'), ['2026-03-29T03:30:00+02:00']],
    [
      time('2026-10-25', '01:30', { end_date: '2026-10-25', end_time: '04:00' }),
      ['2026-10-25T01:30:00+02:00', '2026-10-25T04:00:00+01:00']
    ],
    [time('2026-03-08', '03:30', { time_zone: 'America/New_York' }), ['2026-03-08T03:30:00-04:00']]
  ]
  const html = await shown({ dates: cases.map(([value]) => [value]) })
  expect(html.map(machine)).toEqual(cases.map(([, forms]) => forms))
})

test('a date of another time zone keeps its time, and adds that of the site', async () => {
  const [tokyo, same, unknown] = await shown({
    dates: [
      [time('2026-01-01', '06:30', { time_zone: 'Asia/Tokyo' })],
      [time('2026-01-01', '06:30', { time_zone: 'Europe/Vienna' })],
      [time('2026-01-01', '06:30', { time_zone: 'Middle/Earth' })]
    ]
  })
  expect(plain(tokyo ?? '')).toBe('Jan 1, 2026, 6:30 AM GMT+9')
  expect(tokyo).toMatch(/title="Dec 31, 2025, 10:30\sPM GMT\+1"/)
  expect(plain(same ?? '')).toBe('Jan 1, 2026, 6:30 AM')
  expect(plain(unknown ?? '')).toBe('Jan 1, 2026, 6:30 AM (Middle/Earth)')
})

test('dates are written in the language of the site', async () => {
  const html = await shown({
    dates: [
      [day('2026-07-31')],
      [time('2026-07-31', '18:00', { time_zone: 'Asia/Tokyo' })],
      [time('2026-07-31', '18:00'), { time_format: 'h:mm A' }]
    ],
    language: 'ja'
  })
  expect(html.map(plain)).toEqual([
    '2026年7月31日',
    '2026年7月31日 18:00 JST',
    '2026年7月31日 午後6:00'
  ])
  expect(html[0]).toContain('dateTime="2026-07-31"')
})

test('created and edited times are in the time zone of the site', async () => {
  const schema = { made: { type: 'created_time' } }
  const config = { timeZone: 'Pacific/Auckland' }
  const site = await openRowSite({ schema, rows: [{}], config })
  const made = (await factsAt(site, '/row-0')).get('made')
  expect(made).toMatch(/dateTime="2026-01-01T13:00:00\+13:00">Jan 1, 2026, 1:00\sPM</)
})

test('a date mention is formatted like a date property', async () => {
  const value = time('2026-01-01', '06:30', { time_zone: 'Asia/Tokyo' })
  const site = await openRowSite({
    schema: { note: { type: 'text' } },
    rows: [{ note: [['from '], ...date(value)] }]
  })
  const note = (await factsAt(site, '/row-0')).get('note')
  expect(plain(note ?? '')).toBe('from Jan 1, 2026, 6:30 AM GMT+9')
  expect(note).toContain('dateTime="2026-01-01T06:30:00+09:00"')
})
