import { Fragment, type ReactNode } from 'react'

import { isTagType } from '../../../site/addresses/tag-path.ts'
import { type ComputedValue as Computed, valueKey } from '../../../site/pages/page-model.ts'
import { renderDate } from '../text/render-date.tsx'
import { type PageContext, usePage } from '../context/page-context.ts'
import { coverName } from '../spoilers/Spoiler.tsx'
import { renderCheckMark } from '../layout/TextBlocks.tsx'
import { computedDate, kindOf, resultSchema } from './computed-kind.ts'
import { renderNumber } from './render-number.tsx'
import type { PropertySchema, ValueProps } from './property-schema.ts'
import { renderTag, renderTags } from './TagsValue.tsx'

type Item = Computed['items'][number]

/** The result of a rollup or formula; if the mirror cannot compute it, a mark with the reason. */
export function ComputedValue({ row, id, schema }: ValueProps) {
  const context = usePage()
  const value = context.page.values[valueKey(row.id, id)]
  if (!value) return null
  const { items, problem, spoiler: chapter } = value
  if (items.length === 0)
    return <Problem symbol="—" text={context.messages.notKnown(String(problem))} />
  const { messages } = context
  const shown = resultSchema(schema, context.page.rolledUp[valueKey(row.parent_id, id)])
  return (
    <>
      {coverName(renderItems(items, shown, context), { chapter, messages })}
      {problem !== null && <Problem symbol=" *" text={context.messages.notComplete(problem)} />}
    </>
  )
}

function Problem({ symbol, text }: { symbol: string; text: string }) {
  return (
    <span className="missing" title={text}>
      <span aria-hidden="true">{symbol}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

function renderItems(items: Item[], schema: PropertySchema, context: PageContext): ReactNode {
  if (isTagType(schema.type)) {
    const names = items.map(({ text }) => text)
    return renderTags(names, (name) => renderTag(schema, name), schema.type)
  }
  return items.map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && ', '}
      {renderItem(item, schema, context)}
    </Fragment>
  ))
}

function renderItem(item: Item, schema: PropertySchema, context: PageContext): ReactNode {
  switch (kindOf(item)) {
    case 'number':
      return renderNumber(item.text, schema, context)
    case 'checkbox':
      return renderCheckMark(item.number === 1, context)
    case 'date':
      return renderDate(computedDate(item.text), schema, context)
    case 'text':
      return item.text
  }
}
