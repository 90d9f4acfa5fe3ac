import type { Block, CollectionPropertySchema, Decoration } from 'notion-types'
import type { ReactNode } from 'react'

import { marksOf, plainText } from '../../../site/notion/text/rich-text.ts'
import { FilesValue } from '../media/FilesValue.tsx'
import { RichText } from '../text/RichText.tsx'
import { CheckMark } from '../layout/TextBlocks.tsx'
import { AddressValue } from '../values/AddressValue.tsx'
import { ButtonValue } from '../values/ButtonValue.tsx'
import { ComputedValue } from '../values/ComputedValue.tsx'
import { DateValue, MomentValue } from '../values/DateValue.tsx'
import { NumberText } from '../values/NumberText.tsx'
import { PeopleValue } from '../values/PeopleValue.tsx'
import { PlaceValue } from '../values/PlaceValue.tsx'
import type { ValueProps } from '../values/property-schema.ts'
import { RelationValue } from '../values/RelationValue.tsx'
import { TagsValue } from '../values/TagsValue.tsx'
import { VerificationValue } from '../values/VerificationValue.tsx'

/** Renders the value of a row's property by the property's type; an unknown type as its text. */
export function renderProperty(props: {
  row: Block
  id: string
  schema: CollectionPropertySchema
}): ReactNode {
  const { row, id, schema } = props
  const value = ((row.properties ?? {}) as Record<string, Decoration[] | undefined>)[id]
  const render = renderers.get(schema.type) ?? renderText
  return render({ row, id, schema, value: Array.isArray(value) ? value : undefined })
}

const renderText = ({ value }: ValueProps): ReactNode => <RichText value={value} />

const renderers = new Map<string, (props: ValueProps) => ReactNode>([
  ['number', ({ schema, value }) => <NumberText text={plainText(value)} schema={schema} />],
  ['select', (props) => <TagsValue {...props} />],
  ['status', (props) => <TagsValue {...props} />],
  ['multi_select', (props) => <TagsValue {...props} />],
  ['checkbox', ({ value }) => <CheckMark isChecked={plainText(value) === 'Yes'} />],
  ['date', (props) => <DateValue {...props} />],
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
  return ids.length > 0 ? <PeopleValue ids={ids} /> : <RichText value={value} />
}

function uniqueId({ schema, value }: ValueProps): ReactNode {
  const number = plainText(value).trim()
  return number && schema.prefix ? `${schema.prefix}-${number}` : number
}
