import type { CollectionView } from 'notion-types'

/** A day of the week as in `Date`: Sunday is 0. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** Regions whose weeks begin on Sunday or on Saturday, from the CLDR; others begin on Monday. */
const sunday = new Set(
  `AG AS AU BD BR BS BT BW BZ CA CN CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT
   MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW`.split(/\s+/)
)
const saturday = new Set('AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'.split(' '))

/** The first day of the week: the view's setting, else the usual one for the language. */
export function weekStart(view: CollectionView, language: string): Weekday {
  const format = (view.format ?? {}) as Record<string, unknown>
  const setting = format['start_day_of_week'] ?? format['start_of_week']
  return isWeekday(setting) ? setting : usualStart(language)
}

function isWeekday(value: unknown): value is Weekday {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 6
}

/** Node 20 has `weekInfo`, newer engines `getWeekInfo`, some neither; TypeScript knows neither. */
interface WeekLocale extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

const usualStarts = new Map<string, Weekday>()

function usualStart(language: string): Weekday {
  const start = usualStarts.get(language) ?? readUsualStart(language)
  usualStarts.set(language, start)
  return start
}

function readUsualStart(language: string): Weekday {
  const locale: WeekLocale = new Intl.Locale(language)
  const info = locale.getWeekInfo?.() ?? locale.weekInfo
  const first = info ? info.firstDay % 7 : firstOfRegion(locale.maximize().region ?? '')
  return isWeekday(first) ? first : 1
}

function firstOfRegion(region: string): Weekday {
  if (sunday.has(region)) return 0
  return saturday.has(region) ? 6 : 1
}
