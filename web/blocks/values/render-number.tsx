import type { ReactNode } from 'react'

import { formatNumber } from '../format/format-number.ts'
import type { PageContext } from '../context/page-context.ts'
import { Progress } from './Progress.tsx'
import { progressOf } from './progress-of.ts'
import type { PropertySchema } from './property-schema.ts'

/** A number in the property's format, with a progress bar or ring if the property has one. */
export function renderNumber(
  text: string,
  schema: PropertySchema,
  { language }: Pick<PageContext, 'language'>
): ReactNode {
  const shown = formatNumber(text, schema.number_format, language)
  if (!shown) return null

  const progress = progressOf(schema, text)
  if (!progress) return <span className="number">{shown}</span>
  return (
    <span className="number number-progress">
      <Progress {...progress} />
      <span className={progress.isValueShown ? undefined : 'visually-hidden'}>{shown}</span>
    </span>
  )
}
