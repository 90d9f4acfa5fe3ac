import { BoundedMap } from '../../../site/limits/bounded-map.ts'
import { numberFormatter } from '../../../site/locales/formatters.ts'

const currencies: Record<string, string> = {
  argentine_peso: 'ARS',
  australian_dollar: 'AUD',
  baht: 'THB',
  canadian_dollar: 'CAD',
  chilean_peso: 'CLP',
  colombian_peso: 'COP',
  danish_krone: 'DKK',
  dirham: 'AED',
  dollar: 'USD',
  euro: 'EUR',
  forint: 'HUF',
  franc: 'CHF',
  hong_kong_dollar: 'HKD',
  koruna: 'CZK',
  krona: 'SEK',
  leu: 'RON',
  lira: 'TRY',
  mexican_peso: 'MXN',
  new_taiwan_dollar: 'TWD',
  new_zealand_dollar: 'NZD',
  norwegian_krone: 'NOK',
  peruvian_sol: 'PEN',
  philippine_peso: 'PHP',
  pound: 'GBP',
  rand: 'ZAR',
  real: 'BRL',
  ringgit: 'MYR',
  riyal: 'SAR',
  ruble: 'RUB',
  rupee: 'INR',
  rupiah: 'IDR',
  shekel: 'ILS',
  singapore_dollar: 'SGD',
  uruguayan_peso: 'UYU',
  won: 'KRW',
  yen: 'JPY',
  yuan: 'CNY',
  zloty: 'PLN'
}

/** A number in its property's format; text that is not a number is returned unchanged. */
export function formatNumber(text: string, format: string | undefined, language: string): string {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return text
  // Formatting a larger number would change its digits.
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return text
  const formatter = formatters.getOrInsertComputed(`${language} ${format}`, () =>
    numberFormatter(language, numberOptions(format))
  )
  return formatter.format(number)
}

/** By format, which is faster than by its options: a table has thousands of numbers. */
const formatters = new BoundedMap<string, Intl.NumberFormat>(100)

function numberOptions(format: string | undefined): Intl.NumberFormatOptions {
  if (!format || format === 'number') return { useGrouping: false, maximumFractionDigits: 20 }
  const currency = Object.hasOwn(currencies, format) ? currencies[format] : undefined
  if (currency) return { style: 'currency', currency }
  if (format === 'percent') return { style: 'percent', maximumFractionDigits: 4 }
  return { maximumFractionDigits: 20 }
}
