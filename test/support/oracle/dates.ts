import fc from 'fast-check'

const days = `
  2026-03-08 2026-11-01 2026-03-29 2026-10-25 2026-04-05 2026-10-04 2011-12-30 2018-11-04
  1994-12-31 1582-10-10 1900-01-01 1969-12-31 0001-01-01 0001-12-31 9999-01-01 9999-12-31
  2024-02-29`
  .trim()
  .split(/\s+/)
const noDays = ['2026-02-31', '2025-02-29', '2026-13-01', '0000-00-00', 'soon', '']
const anyDay = fc
  .date({ min: new Date(-62_135_596_800_000), max: new Date(253_402_300_799_999) })
  .map((date) => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)))
const day = fc.oneof(
  { arbitrary: fc.constantFrom(...days), weight: 4 },
  { arbitrary: anyDay, weight: 4 },
  { arbitrary: fc.constantFrom(...noDays), weight: 1 }
)
const twoDigits = (max: number) => fc.nat(max).map((number) => String(number).padStart(2, '0'))
const time = fc.oneof(
  fc.tuple(twoDigits(23), twoDigits(59)).map((parts) => parts.join(':')),
  fc.constantFrom('00:00', '01:30', '02:00', '02:15', '02:30', '03:00', '23:59', '24:00', 'noon')
)

/** Time zones with unusual rules: half hours, skipped days and changes at midnight. */
export const timeZones = `
  UTC Asia/Tokyo America/New_York Europe/Paris Europe/Dublin Asia/Kathmandu
  Australia/Lord_Howe Pacific/Apia Pacific/Kiritimati America/Sao_Paulo Africa/Casablanca
  America/St_Johns Asia/Tehran`
  .trim()
  .split(/\s+/)
const zone = fc.constantFrom(...timeZones, 'Mars/Olympus_Mons')
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const dates = {
  date: { start_date: day },
  daterange: { start_date: day, end_date: some(day) },
  datetime: { start_date: day, start_time: some(time), time_zone: some(zone) },
  datetimerange: {
    start_date: day,
    start_time: time,
    end_date: some(day),
    end_time: some(time),
    time_zone: some(zone)
  }
}
/** A date in Notion's format, of each of the four types; days and times may be invalid. */
export const anyDate = fc.oneof(
  ...Object.entries(dates).map(([type, fields]) =>
    fc
      .record<Record<string, unknown>>({ type: fc.constant(type), ...fields })
      .map((found) => JSON.parse(JSON.stringify({ ...found, reminder: { unit: 'day' } })) as object)
  )
)
/** Malformed or incomplete dates. */
export const oddDate = fc.constantFrom<unknown>(
  null,
  'today',
  {},
  { type: 'date' },
  { type: 'lunar', start_date: '2026-01-01' },
  { type: 'date', start_date: null },
  { type: 'date', start_date: 2026 },
  { type: 'datetime', start_date: '2026-01-01', start_time: 9, time_zone: {}, end_date: [] }
)
