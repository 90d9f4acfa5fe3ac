import type { Collection, Decoration } from 'notion-types'

import type { WorkspaceFile } from '../../../../demo/builder/workspace-file.ts'
import {
  pageBlock,
  record,
  ROOT_ID,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'

const [LAMPS, TABLE, STORES, LIST] = [testId(500), testId(501), testId(502), testId(503)]
const keeper = { id: testId(901), version: 1, given_name: 'Ada', email: 'okapi@wiki.example' }
/** A page that the configuration of the server excludes; it is in the mirror. */
export const EXCLUDED = testId(22)

const to = (id: string, kind = 'p') => ['‣', [[kind, id]]] as unknown as Decoration

/** A workspace with every slot on the root page, and with words that no slot may get. */
export function slottedWorkspace(): WorkspaceFile {
  const shown = blocks()
  const views = [table(TABLE, testId(10)), table(LIST, testId(24))]
  const [lamps, stores] = [
    collection(LAMPS, 'Lamps', testId(10), schema),
    collection(STORES, 'Stores', testId(24), {
      note: { name: 'Numbat note', type: 'text' },
      checkbox: { name: 'Full', type: 'checkbox' }
    })
  ]
  return {
    ...workspaceOf(
      shown.filter(({ parent_id: parent }) => parent === ROOT_ID).map(({ id }) => id),
      shown
    ),
    collection: { [LAMPS]: lamps, [STORES]: stores },
    collection_view: Object.fromEntries(views.map((view) => [view.id, view as never])),
    notion_user: { [keeper.id]: keeper as never }
  }
}

function blocks() {
  const signed = 'https://images.unsplash.com/a.png?X-Amz-Signature=tapir'
  const mentions = [to(testId(20)), [' '], to(EXCLUDED), [' '], to(testId(40)), to(keeper.id, 'u')]
  return [
    callout(2, 'Outer words', [testId(3), testId(4)]),
    textBlock(3, 'Nested words', { parent_id: testId(2), discussions: ['civet'] }),
    callout(4, 'Inner words', [testId(5)], testId(2)),
    code(5, 'say inner', testId(4)),
    callout(6, 'FAIL in a callout', [testId(7)]),
    textBlock(7, 'Words in a failed box', { parent_id: testId(6) }),
    code(8, 'say outer', ROOT_ID),
    record(9, { type: 'image', properties: { source: [[signed]], caption: [['A lamp']] } }),
    record(10, { type: 'collection_view', collection_id: LAMPS, view_ids: [TABLE] }),
    record(11, { type: 'text', properties: { title: mentions } }),
    pageBlock(20, 'Mentioned page', { content: [testId(21)], format: { page_icon: '🏮' } }),
    textBlock(21, 'wombat words', { parent_id: testId(20) }),
    pageBlock(EXCLUDED_NUMBER, 'Zebu page'),
    pageBlock(23, 'Store room', { content: [testId(24)] }),
    record(24, {
      type: 'collection_view',
      parent_id: testId(23),
      collection_id: STORES,
      view_ids: [LIST]
    }),
    row(30, LAMPS, 'Copper lamp', values),
    row(40, STORES, 'Mentioned row', { note: [['numbat words']] }),
    ...[41, 42].map((number) => row(number, STORES, `Shelf ${number}`, {}))
  ]
}

const EXCLUDED_NUMBER = 22

function callout(number: number, text: string, content: string[], parent = ROOT_ID) {
  const properties = { title: [[text]] }
  const format = { page_icon: '💡', block_color: 'red_background' }
  return record(number, { type: 'callout', parent_id: parent, properties, content, format })
}

function code(number: number, source: string, parent: string) {
  const properties = { title: [[source]], language: [['mcfunction']] }
  return record(number, { type: 'code', parent_id: parent, properties })
}

function row(number: number, home: string, title: string, properties: object) {
  return pageBlock(number, title, {
    parent_id: home,
    parent_table: 'collection',
    properties: { title: [[title]], ...properties }
  })
}

/** The values of the row, one of each type that has a slot. */
const values = {
  checkbox: [['Yes']],
  date: [['‣', [['d', { type: 'date', start_date: '2026-01-02' }]]]],
  email: [['lamp@wiki.example']],
  file: [['a.txt', [['a', 'https://files.example/a.txt']]]],
  number: [['7']],
  person: [to(keeper.id, 'u')],
  phone_number: [['+1 555']],
  relation: [to(testId(40)), [','], to(EXCLUDED)],
  select: [['Red']],
  multi_select: [['Red,FAIL']],
  status: [['Done']],
  text: [['some text']],
  url: [['https://lamps.example']],
  auto_increment_id: [['3']]
}

const options = ['Red', 'FAIL', 'Done'].map((value) => ({ id: value, value, color: 'red' }))
const types = [...Object.keys(values), 'created_time', 'last_edited_time', 'formula']
const property = (type: string) => [type, { name: `The ${type}`, type, options }]
const formula = { type: 'constant', value: '1', result_type: 'number', value_type: 'number' }
const schema = {
  ...(Object.fromEntries(types.map(property)) as Record<string, object>),
  formula: { name: 'The formula', type: 'formula', formula },
  relation: { name: 'The relation', type: 'relation', collection_id: STORES }
}

function collection(id: string, name: string, parent: string, more: object): Collection {
  const title = { name: 'Name', type: 'title' }
  const fields = { id, version: 1, name: [[name]], parent_id: parent, schema: { title, ...more } }
  // Only the fields that a sync reads.
  return fields as unknown as Collection
}

function table(id: string, parent: string) {
  const listed = ['title', ...types].map((each) => ({ property: each, visible: true }))
  const format = { table_properties: listed }
  return { id, version: 1, type: 'table', name: 'All', parent_id: parent, format }
}

/** Slots that draw a box around what the site draws, change their records, and sometimes fail. */
export const slotSource = `
import { getTextContent } from 'notion-utils'
import React, { type ReactNode, memo, useId } from 'react'
import { PageIcon, useNotionContext } from 'react-notion-x'
import { word } from './words'

const Box = ({ name, children }: { name: string; children?: ReactNode }) =>
  <span data-slot={name}>{children}</span>

function Records(): ReactNode {
  return <template data-of="records" data-records={JSON.stringify(useNotionContext())} />
}

/** The error is thrown below the slot itself. */
function Fuse({ text }: { text: string }) {
  if (text.includes('FAIL')) throw new Error('the fuse blew')
  return null
}

export function Callout({ block, className, children, ...rest }) {
  const title = getTextContent(block.properties.title)
  const given = JSON.stringify({ block, rest })
  block.properties.title = [['changed by the slot']]
  return (
    <aside data-slot="Callout" id={useId()} className={className} data-props={given}>
      {word}
      <PageIcon block={block} />
      <Fuse text={title} />
      <Records />
      {children}
    </aside>
  )
}

export const Code = memo(({ block, children }) => {
  block.properties.title = [['changed by the slot']]
  return <Box name="Code">{children}{children}</Box>
})

export class Collection extends React.Component {
  render() {
    const { ctx, block, children } = this.props
    const { collection_query: found } = ctx.recordMap
    const [view] = Object.values(found[block.collection_id])
    return <Box name="Collection">{children}<data value={JSON.stringify(view)} /></Box>
  }
}

export const Image = ({ src, alt, priority }) =>
  <span data-slot="Image"><img src={src} alt={alt} loading={priority ? 'eager' : 'lazy'} /></span>

export const PageLink = ({ href, children }) =>
  <a href={href} data-slot="PageLink">{children}</a>

const names = ['AutoIncrementId', 'Checkbox', 'CreatedTime', 'Date', 'Email', 'File', 'Formula',
  'LastEditedTime', 'Number', 'Person', 'PhoneNumber', 'Relation', 'Text', 'Title', 'Url']

function valueSlot(name) {
  return function useValue({ block, schema, data, collection, propertyId }, defaultValueFn) {
    const known = useNotionContext().recordMap.block[block.id].value === block
    const about = [propertyId, schema.type, collection.id, known, JSON.stringify(data)].join(' ')
    return <span data-slot={name} data-about={about} data-row={block.id}>{defaultValueFn()}</span>
  }
}

export default {
  ...Object.fromEntries(names.map((each) => ['property' + each + 'Value', valueSlot('property' + each + 'Value')])),
  propertySelectValue: ({ value, color, children }) => {
    if (value === 'FAIL') throw new Error('no such colour')
    return <span data-slot="propertySelectValue" data-about={value + ' ' + color}>{children}</span>
  }
}
`
