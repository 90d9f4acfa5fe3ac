import type { Cases } from '../calculate.ts'

const noDate = { problem: 'it uses a value that is not a date as a date' }
const noNumber = { problem: 'it calculates with a value that is not a number' }
const noIsoDate = { problem: 'it parses a text that is not a date of ISO 8601' }
const noRange = { problem: 'it makes a range of a range, or of a day and a time' }
const noText = { problem: 'it parses a date from a value that is not a text' }
const outOfRange = { problem: 'it has a value that is out of range' }
const NOW = Date.UTC(2026, 6, 31, 15, 45, 30, 250)

/** In UTC; now and "Time" are Friday, 31 July 2026, 15:45:30.250. */
export const dateCases: Cases = {
  now: [
    ['now()', '2026-07-31 15:45:30'],
    ['now() == prop("Time")', true]
  ],
  today: [
    ['today()', '2026-07-31'],
    ['today() == prop("Day")', true]
  ],
  start: [
    ['start(prop("Range"))', '2026-07-31'],
    ['start(prop("Time"))', '2026-07-31 15:45:30'],
    ['start(prop("No day"))', null],
    ['start(7)', noDate]
  ],
  end: [
    ['end(prop("Range"))', '2026-08-02'],
    ['end(prop("Day"))', '2026-07-31'],
    ['end(prop("No day"))', null],
    ['end("soon")', noDate]
  ],
  dateStart: [
    ['dateStart(prop("Range"))', '2026-07-31'],
    ['prop("Time").dateStart()', '2026-07-31 15:45:30'],
    ['dateStart(prop("No day"))', null],
    ['dateStart(7)', noDate]
  ],
  dateEnd: [
    ['dateEnd(prop("Range"))', '2026-08-02'],
    ['prop("Day").dateEnd()', '2026-07-31'],
    ['dateEnd(prop("No day"))', null],
    ['dateEnd("soon")', noDate]
  ],
  dateRange: [
    ['dateRange(prop("Day"), prop("New year"))', '2026-07-31 → 2027-01-01'],
    ['prop("Day").dateRange(prop("Day"))', '2026-07-31 → 2026-07-31'],
    [
      'dateRange(prop("Time"), prop("Time").dateAdd(1, "hours"))',
      '2026-07-31 15:45:30 → 2026-07-31 16:45:30'
    ],
    ['dateRange(prop("No day"), prop("Day"))', null],
    ['dateRange(prop("Day"), prop("No day"))', null],
    [
      'dateRange(prop("New year"), prop("Day"))',
      { problem: 'it makes a range that ends before it starts' }
    ],
    ['dateRange(prop("Range"), prop("New year"))', noRange],
    ['dateRange(prop("Day"), prop("Range"))', noRange],
    ['dateRange(prop("Day"), prop("Time"))', noRange],
    ['dateRange(prop("Day"), "soon")', noDate],
    ['dateRange(7, prop("Day"))', noDate]
  ],
  parseDate: [
    ['parseDate("2022-01-01")', '2022-01-01'],
    ['"20230729".parseDate()', '2023-07-29'],
    ['parseDate("2023")', '2023-01-01'],
    ['parseDate("2023-02")', '2023-02-01'],
    ['parseDate("2022-01-01T00:00Z")', '2022-01-01 00:00:00'],
    ['parseDate("20151021T1608")', '2015-10-21 16:08:00'],
    ['parseDate("2023-07-10T17:35")', '2023-07-10 17:35:00'],
    ['parseDate("2023-07-10T17:35:59.999+05:30")', '2023-07-10 12:05:00'],
    ['parseDate("20230710T173559-04")', '2023-07-10 21:35:00'],
    ['parseDate("2023-07-10T17:35+0100")', '2023-07-10 16:35:00'],
    ['parseDate("2028-02-29")', '2028-02-29'],
    ['parseDate("2027-02-29")', outOfRange],
    ['parseDate("2023-13")', outOfRange],
    ['parseDate("2023-07-10T24:00")', outOfRange],
    ['parseDate("2023-07-10T23:00+99:00")', outOfRange],
    ['parseDate(prop("No text"))', null],
    ['parseDate(prop("No day"))', null],
    ...[
      'soon',
      '00',
      '202307',
      '-2023',
      '2023-7-1',
      '2023-0701',
      ' 2023-07-01',
      '2023-07-01 ',
      '2023T10:00',
      '2023-07T10:00',
      '2023-07-01T',
      '2023-07-01T10',
      '2023-07-01T1000:00',
      '2023-07-01T10:0000',
      '2023-07-01T10:00:60',
      '2023-07-01T10:00T10:00',
      '2023-07-01T10:00z',
      '2023-07-01 10:00',
      'July 1, 2023'
    ].map((text): [string, unknown] => [`parseDate("${text}")`, noIsoDate]),
    ['parseDate(2023)', noText],
    ['parseDate(prop("Day"))', noText]
  ],
  timestamp: [
    ['timestamp(prop("Time"))', NOW],
    ['timestamp(prop("Range"))', Date.UTC(2026, 6, 31)],
    ['timestamp(prop("No day"))', null],
    ['timestamp(7)', noDate]
  ],
  fromTimestamp: [
    [`fromTimestamp(${NOW})`, '2026-07-31 15:45:30'],
    ['fromTimestamp(-1)', '1969-12-31 23:59:59'],
    ['fromTimestamp(999.9)', '1970-01-01 00:00:00'],
    ['fromTimestamp(prop("No number"))', '1970-01-01 00:00:00'],
    ['fromTimestamp(1e20)', outOfRange],
    ['fromTimestamp(0 / 0)', outOfRange],
    ['fromTimestamp("a")', noNumber]
  ],
  date: [
    ['date(prop("Time"))', 31],
    ['prop("Leap day").date()', 29],
    ['date(prop("No day"))', null],
    ['date(7)', noDate]
  ],
  day: [
    ['day(prop("Day"))', 5],
    ['day(end(prop("Range")))', 7],
    ['day(dateAdd(prop("Day"), 3, "days"))', 1],
    ['day(prop("No day"))', null],
    ['day("Friday")', noDate]
  ],
  week: [
    ['week(prop("Day"))', 31],
    ['week(prop("New year"))', 53],
    ['week(dateAdd(prop("New year"), 3, "days"))', 1],
    ['week(prop("No day"))', null],
    ['week(31)', noDate]
  ],
  month: [
    ['month(prop("Day"))', 7],
    ['month(prop("New year"))', 1],
    ['month(prop("No day"))', null],
    ['month(true)', noDate]
  ],
  year: [
    ['year(prop("Day"))', 2026],
    ['year(fromTimestamp(-1))', 1969],
    ['year(prop("No day"))', null],
    ['year(prop("Tags"))', noDate]
  ],
  hour: [
    ['hour(prop("Time"))', 15],
    ['hour(prop("Day"))', 0],
    ['hour(prop("No day"))', null],
    ['hour(15)', noDate]
  ],
  minute: [
    ['minute(prop("Time"))', 45],
    ['minute(prop("Day"))', 0],
    ['minute(prop("No day"))', null],
    ['minute("45")', noDate]
  ],
  dateAdd: [
    ['dateAdd(prop("Day"), 1, "months")', '2026-08-31'],
    ['dateAdd(prop("Day"), 2, "month")', '2026-09-30'],
    ['dateAdd(prop("Leap day"), 1, "years")', '2029-02-28'],
    ['dateAdd(prop("Day"), 1, "quarters")', '2026-10-31'],
    ['dateAdd(prop("Day"), -1, "weeks")', '2026-07-24'],
    ['dateAdd(prop("Day"), 1.9, "days")', '2026-08-01'],
    ['dateAdd(prop("Range"), 1, "days")', '2026-08-01 → 2026-08-03'],
    ['dateAdd(prop("Time"), 20, "minutes")', '2026-07-31 16:05:30'],
    ['dateAdd(prop("Time"), 9, "hours")', '2026-08-01 00:45:30'],
    ['dateAdd(prop("Time"), 30, "seconds")', '2026-07-31 15:46:00'],
    ['dateAdd(prop("Time"), 750, "milliseconds")', '2026-07-31 15:45:31'],
    ['dateAdd(prop("Day"), prop("No number"), "days")', '2026-07-31'],
    ['dateAdd(prop("No day"), 1, "days")', null],
    [
      'dateAdd(prop("Day"), 1, "lamps")',
      { problem: 'it counts in "lamps", which is not a unit of time' }
    ],
    ['dateAdd(prop("Day"), 1e9, "years")', outOfRange],
    ['dateAdd(prop("Day"), 1 / 0, "days")', outOfRange],
    ['dateAdd(prop("Day"), "a", "days")', noNumber],
    ['dateAdd(7, 1, "days")', noDate]
  ],
  dateSubtract: [
    ['dateSubtract(prop("Day"), 1, "months")', '2026-06-30'],
    ['dateSubtract(prop("Day"), 5, "months")', '2026-02-28'],
    ['dateSubtract(prop("Day"), -1.9, "days")', '2026-08-01'],
    ['dateSubtract(prop("Time"), day(prop("Time")), "days")', '2026-07-26 15:45:30'],
    ['dateSubtract(prop("Range"), 2, "quarters")', '2026-01-31 → 2026-02-02'],
    ['dateSubtract(prop("No day"), 1, "days")', null],
    ['dateSubtract("now", 1, "days")', noDate]
  ],
  dateBetween: [
    ['dateBetween(prop("New year"), prop("Day"), "days")', 154],
    ['dateBetween(prop("Day"), prop("New year"), "days")', -154],
    ['dateBetween(prop("Time"), prop("New year"), "days")', -153],
    ['dateBetween(prop("New year"), prop("Day"), "weeks")', 22],
    ['dateBetween(prop("New year"), prop("Day"), "months")', 5],
    ['dateBetween(prop("Day"), prop("New year"), "quarters")', -1],
    ['dateBetween(prop("Leap day"), prop("Day"), "years")', 1],
    ['dateBetween(prop("Time"), prop("Day"), "hours")', 15],
    ['dateBetween(prop("Time"), prop("Day"), "minutes")', 945],
    ['dateBetween(prop("Time"), prop("Day"), "seconds")', 56_730],
    ['dateBetween(prop("Time"), prop("Day"), "milliseconds")', 56_730_250],
    ['dateBetween(prop("Day"), prop("Time"), "days")', 0],
    ['prop("Range").end().dateBetween(prop("Range").start(), "day")', 2],
    ['dateBetween(prop("No day"), prop("Day"), "days")', null],
    ['dateBetween(prop("Day"), prop("No day"), "days")', null],
    ['dateBetween(prop("Day"), 7, "days")', noDate],
    [
      'dateBetween(prop("Day"), prop("Day"), "lamps")',
      { problem: 'it counts in "lamps", which is not a unit of time' }
    ]
  ],
  formatDate: [
    ['formatDate(prop("Time"), "MMMM D Y")', 'July 31 2026'],
    ['formatDate(prop("Time"), "MM/DD/YYYY")', '07/31/2026'],
    ['formatDate(prop("Time"), "YY M MMM Mo Q Qo")', '26 7 Jul 7th 3 3rd'],
    ['formatDate(prop("Time"), "dddd ddd dd d do E e")', 'Friday Fri Fr 5 5th 5 5'],
    ['formatDate(prop("Time"), "Do DD D DDD DDDo DDDD")', '31st 31 31 212 212th 212'],
    [
      'formatDate(prop("Time"), "HH:mm:ss.SSS H h hh A a k kk S SS")',
      '15:45:30.250 15 3 03 PM pm 15 15 2 25'
    ],
    ['formatDate(prop("Day"), "HH H h hh A a k kk m s")', '00 0 12 12 AM am 24 24 0 0'],
    ['formatDate(prop("Time"), "X x Z ZZ")', '1785512730 1785512730250 +00:00 +0000'],
    ['formatDate(prop("New year"), "W WW Wo GGGG GG")', '53 53 53rd 2026 26'],
    ['formatDate(prop("New year"), "w ww wo gggg gg")', '1 01 1st 2027 27'],
    ['formatDate(prop("New year"), "D DD DDDD Do d")', '1 01 001 1st 5'],
    ['formatDate(end(prop("Range")), "ddd d E e Do w")', 'Sun 0 7 0 2nd 32'],
    ['formatDate(dateAdd(prop("New year"), 10, "days"), "Do")', '11th'],
    ['formatDate(dateAdd(prop("New year"), 2, "days"), "Do")', '3rd'],
    ['formatDate(dateAdd(prop("New year"), 110, "days"), "DDDo")', '111th'],
    ['formatDate(prop("Time"), "L LT LTS")', '07/31/2026 3:45 PM 3:45:30 PM'],
    ['formatDate(prop("Time"), "LL")', 'July 31, 2026'],
    ['formatDate(prop("Time"), "LLL")', 'July 31, 2026 3:45 PM'],
    ['formatDate(prop("Time"), "LLLL")', 'Friday, July 31, 2026 3:45 PM'],
    ['formatDate(prop("Time"), "l ll")', '7/31/2026 Jul 31, 2026'],
    ['formatDate(prop("Time"), "lll")', 'Jul 31, 2026 3:45 PM'],
    ['formatDate(prop("Time"), "llll")', 'Fri, Jul 31, 2026 3:45 PM'],
    ['formatDate(prop("Time"), "[LL] [Today is] D")', 'LL Today is 31'],
    ['formatDate(prop("Range"), "YYYY-MM-DD")', '2026-07-31'],
    ['formatDate(fromTimestamp(-62135596800000), "YYYY YY Y")', '0001 01 1'],
    ['formatDate(prop("Time"), "")', ''],
    ['formatDate(prop("Range"))', 'July 31, 2026 → August 2, 2026'],
    ['formatDate(prop("Time"), "D HH:mm", "Asia/Tokyo")', '1 00:45'],
    ['formatDate(prop("Time"), "D HH:mm", "Nowhere")', outOfRange],
    ['formatDate(prop("Time"), "D HH:mm", prop("No text"))', outOfRange],
    ['formatDate(prop("No day"), "YYYY")', null],
    ['formatDate("2026", "YYYY")', noDate]
  ]
}
