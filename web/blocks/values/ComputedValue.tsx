import { Fragment } from 'react'

import { isTagType } from '../../../site/addresses/tag-path.ts'
import { type ComputedValue as Computed, valueKey } from '../../../site/pages/page-model.ts'
import { DateTime } from '../text/DateTime.tsx'
import { usePage } from '../context/page-context.ts'
import { coverName } from '../spoilers/Spoiler.tsx'
import { CheckMark } from '../layout/TextBlocks.tsx'
import { computedDate, kindOf, resultSchema } from './computed-kind.ts'
import { NumberText } from './NumberText.tsx'
import type { PropertySchema, ValueProps } from './property-schema.ts'
import { renderTag, renderTags } from './TagsValue.tsx'

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
      {coverName(<Items items={items} schema={shown} />, { chapter, messages })}
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

function Items({ items, schema }: { items: Computed['items']; schema: PropertySchema }) {
  if (isTagType(schema.type)) {
    const names = items.map(({ text }) => text)
    return renderTags(names, (name) => renderTag(schema, name), schema.type)
  }
  return items.map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && ', '}
      <Item item={item} schema={schema} />
    </Fragment>
  ))
}

function Item({ item, schema }: { item: Computed['items'][number]; schema: PropertySchema }) {
  switch (kindOf(item)) {
    case 'number':
      return <NumberText text={item.text} schema={schema} />
    case 'checkbox':
      return <CheckMark isChecked={item.number === 1} />
    case 'date':
      return <DateTime date={computedDate(item.text)} formats={schema} />
    case 'text':
      return item.text
  }
}
