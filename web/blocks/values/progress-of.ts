import type { PropertySchema } from './property-schema.ts'

/** The progress shown for a number. */
export interface NumberProgress {
  shape: 'bar' | 'ring'
  /** From 0 to 1. */
  part: number
  color: string
  isValueShown: boolean
}

/** The bar or ring of a number; undefined if its property has none. */
export function progressOf(schema: PropertySchema, text: string): NumberProgress | undefined {
  const display = schema.show_as ?? schema.number_display
  const { type, ...rest } = (
    typeof display === 'object' && display ? display : { type: display }
  ) as {
    type?: unknown
    color?: unknown
    maxValue?: unknown
    showValue?: unknown
  }
  const number = Number(text)
  if ((type !== 'bar' && type !== 'ring') || text.trim() === '' || !Number.isFinite(number)) {
    return undefined
  }
  const part = number / maximumOf(schema, Number(rest.maxValue))
  return {
    shape: type,
    part: Math.min(Math.max(part, 0), 1),
    color: typeof rest.color === 'string' && /^[a-z]+$/.test(rest.color) ? rest.color : 'default',
    isValueShown: rest.showValue !== false
  }
}

/**
 * The number that fills the bar. Percentages are stored as fractions, and their maximum may be
 * stored as 1 or 100.
 */
function maximumOf({ number_format: format }: PropertySchema, maxValue: number): number {
  const whole = maxValue > 0 ? maxValue : 100
  return format === 'percent' && whole >= 100 ? whole / 100 : whole
}
