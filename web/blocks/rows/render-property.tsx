import type { Block, CollectionPropertySchema, Decoration } from 'notion-types'
import type { ReactNode } from 'react'

import { isTruncatedList } from '../../../site/limits/truncate-text.ts'
import { marksOf, plainText } from '../../../site/notion/text/rich-text.ts'
import { FilesValue } from '../media/FilesValue.tsx'
import type { PageContext } from '../context/page-context.ts'
import { RichText, renderRichText } from '../text/RichText.tsx'
import { renderCheckMark } from '../layout/TextBlocks.tsx'
import { AddressValue } from '../values/AddressValue.tsx'
import { ButtonValue } from '../values/ButtonValue.tsx'
import { ComputedValue } from '../values/ComputedValue.tsx'
import { MomentValue, renderDates } from '../values/DateValue.tsx'
import { renderNumber } from '../values/render-number.tsx'
import { PeopleValue } from '../values/PeopleValue.tsx'
import { PlaceValue } from '../values/PlaceValue.tsx'
import type { ValueProps } from '../values/property-schema.ts'
import { RelationValue } from '../values/RelationValue.tsx'
import { renderTagsValue } from '../values/TagsValue.tsx'
import { VerificationValue } from '../values/VerificationValue.tsx'
import { slottedValue } from '../../slots/Slot.tsx'
import { hasValue } from './has-value.ts'

/**
 * Renders the value of a row's property by the property's type; an unknown type as its text. The
 * frequent types are functions instead of components: a table has thousands of values.
 */
export function renderProperty(
  context: PageContext,
  props: { row: Block; id: string; schema: CollectionPropertySchema }
): ReactNode {
  const { row, id, schema } = props
  const value = ((row.properties ?? {}) as Record<string, Decoration[] | undefined>)[id]
  const render = renderers.get(schema.type) ?? renderText
  const given = { row, id, schema, value: Array.isArray(value) ? value : undefined }
  const own = render(given, context)
  return context.slots && hasValue(context, row, given) ? slottedValue(context, given, own) : own
}

type Renderer = (props: ValueProps, context: PageContext) => ReactNode

const renderText: Renderer = ({ value }, context) => renderRichText(value, context)

const renderers = new Map<string, Renderer>([
  ['number', ({ schema, value }, context) => renderNumber(plainText(value), schema, context)],
  ['select', renderTagsValue],
  ['status', renderTagsValue],
  ['multi_select', renderTagsValue],
  ['checkbox', ({ value }, context) => renderCheckMark(plainText(value) === 'Yes', context)],
  ['date', renderDates],
  ['created_time', ({ row, schema }) => <MomentValue at={row.created_time} schema={schema} />],
  [
    'last_edited_time',
    ({ row, schema }) => <MomentValue at={row.last_edited_time} schema={schema} />
  ],
  ['url', (props) => <AddressValue {...props} />],
  ['email', (props) => <AddressValue {...props} />],
  ['phone_number', (props) => <AddressValue {...props} />],
  ['person', people],
  ['created_by', ({ row }) => <PeopleValue ids={[row.created_by_id]} />],
  ['last_edited_by', ({ row }) => <PeopleValue ids={[row.last_edited_by_id]} />],
  ['file', ({ row, value }) => <FilesValue row={row} value={value} />],
  ['relation', (props) => <RelationValue {...props} />],
  ['rollup', (props) => <ComputedValue {...props} />],
  ['formula', (props) => <ComputedValue {...props} />],
  ['auto_increment_id', uniqueId],
  ['unique_id', uniqueId],
  ['place', (props) => <PlaceValue {...props} />],
  ['location', (props) => <PlaceValue {...props} />],
  ['verification', (props) => <VerificationValue {...props} />],
  ['button', (props) => <ButtonValue {...props} />]
])

function people({ value }: ValueProps): ReactNode {
  const ids = marksOf(value, 'u')
  if (ids.length === 0) return <RichText value={value} />
  return (
    <>
      <PeopleValue ids={ids} />
      {isTruncatedList(value) && ', …'}
    </>
  )
}

function uniqueId({ schema, value }: ValueProps): ReactNode {
  const number = plainText(value).trim()
  return number && schema.prefix ? `${schema.prefix}-${number}` : number
}
