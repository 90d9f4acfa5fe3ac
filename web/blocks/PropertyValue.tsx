import type { Block, CollectionPropertySchema, Decoration } from 'notion-types'

import { isDate, marksOf, plainText } from '../../site/rich-text.ts'
import { DateTime, Moment } from './DateTime.tsx'
import { FilesValue } from './FilesValue.tsx'
import { formatNumber } from './format-number.ts'
import { LinkToPage } from './PageLink.tsx'
import { pageTitle, usePage, userName } from './page-context.ts'
import { RichText } from './RichText.tsx'
import { SafeLink } from './SafeLink.tsx'
import { Tag } from './Tag.tsx'
import { CheckMark } from './TextBlocks.tsx'

interface ValueProps {
  row: Block
  schema: CollectionPropertySchema
  value: Decoration[] | undefined
}

/** The value of one property of a row, drawn by the property's type. Formulas and rollups are not sent to us. */
export function PropertyValue(props: { row: Block; id: string; schema: CollectionPropertySchema }) {
  const { row, id, schema } = props
  const value = ((row.properties ?? {}) as Record<string, Decoration[] | undefined>)[id]
  const rest = { row, schema, value }
  switch (schema.type) {
    case 'number':
      return <NumberValue {...rest} />
    case 'select':
    case 'status':
    case 'multi_select':
      return <TagsValue {...rest} />
    case 'checkbox':
      return <CheckMark isChecked={plainText(value) === 'Yes'} />
    case 'date':
      return <DateValue {...rest} />
    case 'url':
    case 'email':
    case 'phone_number':
      return <AddressValue {...rest} />
    case 'file':
      return <FilesValue row={row} value={value} />
    default:
      return <NamesValue {...rest} />
  }
}

function NamesValue({ row, schema, value }: ValueProps) {
  switch (schema.type) {
    case 'person':
      return <PeopleValue ids={marksOf(value, 'u')} />
    case 'created_by':
      return <PeopleValue ids={[row.created_by_id]} />
    case 'last_edited_by':
      return <PeopleValue ids={[row.last_edited_by_id]} />
    case 'created_time':
      return <Moment at={row.created_time} />
    case 'last_edited_time':
      return <Moment at={row.last_edited_time} />
    case 'relation':
      return <RelationValue value={value} />
    default:
      return <RichText value={value} />
  }
}

function NumberValue({ schema, value }: ValueProps) {
  const { language } = usePage()
  const text = formatNumber(plainText(value), schema.number_format, language)
  return <span className="number">{text}</span>
}

function TagsValue({ schema, value }: ValueProps) {
  const text = plainText(value)
  const names = schema.type === 'multi_select' ? text.split(',') : [text]
  const shown = names.map((name) => name.trim()).filter(Boolean)
  if (shown.length === 0) return null
  return (
    <span className="tags">
      {shown.map((name) => (
        <Tag
          key={name}
          name={name}
          color={schema.options?.find((option) => option.value === name)?.color}
        />
      ))}
    </span>
  )
}

function DateValue({ value }: ValueProps) {
  const date = marksOf(value, 'd').find(isDate)
  return date ? <DateTime date={date} /> : null
}

const prefixes = new Map([
  ['email', 'mailto:'],
  ['phone_number', 'tel:']
])

function AddressValue({ schema, value }: ValueProps) {
  const text = plainText(value).trim()
  if (!text) return null
  const shown = schema.type === 'url' ? text.replace(/^https?:\/\/(www\.)?|\/$/g, '') : text
  return <SafeLink href={`${prefixes.get(schema.type) ?? ''}${text}`}>{shown}</SafeLink>
}

function PeopleValue({ ids }: { ids: unknown[] }) {
  const context = usePage()
  const names = ids.flatMap((id) => userName(context, String(id)) ?? [])
  return names.join(', ')
}

function RelationValue({ value }: { value: Decoration[] | undefined }) {
  const context = usePage()
  const ids = marksOf(value, 'p').map(String)
  const known = [...new Set(ids)].filter((id) => pageTitle(context, id))
  if (known.length === 0) return null
  return (
    <ul className="relations">
      {known.map((id) => (
        <li key={id}>
          <LinkToPage pageId={id} />
        </li>
      ))}
    </ul>
  )
}
