import type { CollectionView } from 'notion-types'

/** A day of the week as in `Date`: Sunday is 0. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** The first day of the week: the view's setting, else the usual one for the language. */
export function weekStart(view: CollectionView, language: string): Weekday {
  const format = (view.format ?? {}) as Record<string, unknown>
  const setting = format['start_day_of_week'] ?? format['start_of_week']
  return isWeekday(setting) ? setting : usualStart(language)
}

function isWeekday(value: unknown): value is Weekday {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 6
}

/** Node 20 has `weekInfo`, newer versions `getWeekInfo`; TypeScript knows neither. */
interface WeekLocale extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

function usualStart(language: string): Weekday {
  const locale: WeekLocale = new Intl.Locale(language)
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 }
  // Sunday is 7 here.
  return (firstDay % 7) as Weekday
}
