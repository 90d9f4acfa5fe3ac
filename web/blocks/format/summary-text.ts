import { numberFormatter } from '../../../site/locales/formatters.ts'
import type { Summary } from '../../../site/pages/view-window.ts'
import { formatNumber } from './format-number.ts'

const numericAggregators = new Set(['sum', 'average', 'median', 'min', 'max', 'range'])

/** A formatted result that is a number: a share in percent, a sum in the format of its property. */
export function numberSummary(
  { aggregator, value }: Pick<Summary, 'aggregator'> & { value: number },
  { format, language }: { format: string | undefined; language: string }
): string {
  if (aggregator.startsWith('percent_')) {
    return numberFormatter(language, { style: 'percent', maximumFractionDigits: 1 }).format(value)
  }
  // Removes the digits that floating-point sums of fractions add.
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(12))
  const isPlain = !format || format === 'number'
  if (!numericAggregators.has(aggregator) || isPlain) {
    return numberFormatter(language, { maximumFractionDigits: 3 }).format(rounded)
  }
  return formatNumber(String(rounded), format, language)
}
