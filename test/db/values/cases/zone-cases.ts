import type { Cases } from '../calculate.ts'

/** In other time zones; Tokyo is nine hours ahead, New York has summer time. */
export const zoneCases: Cases = {
  'Asia/Tokyo': [
    ['now()', '2026-08-01 00:45:30'],
    ['today()', '2026-08-01'],
    ['date(now())', 1],
    ['day(now())', 6],
    ['month(now())', 8],
    ['hour(now())', 0],
    ['minute(now())', 45],
    ['week(dateAdd(now(), 1, "days"))', 31],
    ['year(fromTimestamp(1798729200000))', 2027],
    ['timestamp(prop("Day"))', Date.UTC(2026, 6, 30, 15)],
    ['prop("Day") == today()', false],
    ['parseDate("2026-07-31") == prop("Day")', true],
    ['parseDate("2022-01-01T00:00Z")', '2022-01-01 09:00:00'],
    ['timestamp(parseDate("2022-01-01T09:00"))', Date.UTC(2022, 0, 1)],
    ['formatDate(now(), "D HH:mm", "UTC")', '31 15:45'],
    ['format(now())', 'August 1, 2026 12:45 AM'],
    ['formatDate(now(), "D HH Z ZZ")', '1 00 +09:00 +0900'],
    ['dateBetween(prop("New year"), prop("Day"), "days")', 154],
    ['dateAdd(prop("Day"), 1, "months")', '2026-08-31']
  ],
  'America/New_York': [
    ['now()', '2026-07-31 11:45:30'],
    ['formatDate(now(), "h A Z")', '11 AM -04:00'],
    // An hour that is skipped, and one that is repeated.
    ['parseDate("2026-03-08T02:30")', '2026-03-08 03:30:00'],
    ['formatDate(parseDate("2026-11-01T01:30"), "Z")', '-04:00'],
    ['dateRange(parseDate("2026-07"), parseDate("2027"))', '2026-07-01 → 2027-01-01'],
    ['formatDate(prop("New year"), "YYYY-MM-DD HH:mm Z")', '2027-01-01 00:00 -05:00'],
    // The clocks go back on 1 November: a day more, an hour more.
    ['formatDate(dateAdd(now(), 100, "days"), "D HH")', '8 11'],
    ['formatDate(dateAdd(now(), 2400, "hours"), "D HH")', '8 10'],
    ['dateBetween(dateAdd(prop("Day"), 100, "days"), prop("Day"), "hours")', 2401],
    ['dateBetween(dateAdd(prop("Day"), 100, "days"), prop("Day"), "days")', 100]
  ],
  'Asia/Kolkata': [
    ['now()', '2026-07-31 21:15:30'],
    ['minute(now())', 15]
  ]
}
