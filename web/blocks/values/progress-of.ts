import type { PropertySchema } from './property-schema.ts'

/** How far a number has come. */
export interface NumberProgress {
  shape: 'bar' | 'ring'
  /** From 0 to 1. */
  part: number
  color: string
  isValueShown: boolean
}

/** The bar or ring of a number, where its property asks for one. */
export function progressOf(schema: PropertySchema, text: string): NumberProgress | undefined {
  const wanted = schema.show_as ?? schema.number_display
  const { type, ...rest } = (typeof wanted === 'object' && wanted ? wanted : { type: wanted }) as {
    type?: unknown
    color?: unknown
    maxValue?: unknown
    showValue?: unknown
  }
  const number = Number(text)
  if ((type !== 'bar' && type !== 'ring') || text.trim() === '' || !Number.isFinite(number)) {
    return undefined
  }
  const part = number / mostOf(schema, Number(rest.maxValue))
  return {
    shape: type,
    part: Math.min(Math.max(part, 0), 1),
    color: typeof rest.color === 'string' && /^[a-z]+$/.test(rest.color) ? rest.color : 'default',
    isValueShown: rest.showValue !== false
  }
}

/** What counts as whole. A percentage is kept as a fraction, and its whole may be written as 1 or 100. */
function mostOf({ number_format: format }: PropertySchema, most: number): number {
  const whole = most > 0 ? most : 100
  return format === 'percent' && whole >= 100 ? whole / 100 : whole
}
