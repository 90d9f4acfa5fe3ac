import { privateFields, signatureParameters } from '../../cli/sync/staging/private-fields.ts'
import { testId } from '../support/workspaces/records.ts'
import { type Planting, type World, addEditor, addPage, addRow, addText, homeOf } from './world.ts'

/** Adds fields to a place in a record. */
type Place = (world: World, fields: Record<string, string>) => void

const viewOf = ({ workspace }: World) =>
  workspace.collection_view[testId(502)] as unknown as Record<string, unknown>

/** Adds fields to an object in a record, beside the fields that it has. */
function extend(record: Record<string, unknown>, key: string, fields: object): void {
  record[key] = { ...(record[key] as object | undefined), ...fields }
}

/** Places of private fields: each type of record, itself and an object or list inside it. */
const places: Record<string, Place> = {
  'a block': (world, fields) => void addText(world, fields),
  'the format of a block': (world, fields) => void addText(world, { format: { inner: fields } }),
  'a list in a block': (world, fields) => void addText(world, { format: { list: [[fields]] } }),
  'a mention in a block': (world, fields) => {
    const link = ['lm', { href: 'https://a.example/', title: 'see', ...fields }]
    addText(world, { properties: { title: [['‣', [link]]] } })
  },
  'a page': (world, fields) => void addPage(world, 'a page', fields),
  'a row': (world, fields) =>
    void addRow(world, { title: [['A row']], on: [['Yes']] }, { ...fields, inner: [fields] }),
  'a collection': (world, fields) => {
    const home = homeOf(world)
    Object.assign(home, fields)
    extend(home, 'format', { [`x${world.next()}`]: fields })
  },
  'a property': (world, fields) =>
    extend(homeOf(world), 'schema', {
      [`p${world.next()}`]: {
        name: 'Go',
        type: 'button',
        ...fields,
        automation: { list: [fields] }
      }
    }),
  'a view': (world, fields) => {
    const view = viewOf(world)
    Object.assign(view, fields)
    extend(view, 'query2', { [`x${world.next()}`]: [fields] })
  },
  'a user': (world, fields) => addEditor(world, { given_name: 'K', ...fields, settings: fields })
}

/** Every private field in every place, and every parameter of a signed address. */
export const privateFieldPlantings: Planting[] = [
  ...[...privateFields].flatMap((field) =>
    Object.entries(places).map(([where, put]): Planting => [
      `the field ${field} in ${where}`,
      (world, canary) => put(world, { [field]: canary })
    ])
  ),
  ...signatureParameters.map((parameter): Planting => [
    `the parameter ${parameter} of an address`,
    (world, canary) => {
      const address = `https://files.example.org/a.bin?a=1&${parameter}=${canary}&b=2`
      addText(world, { properties: { title: [[`see ${address}`, [['a', address]]]] } })
    }
  ])
]
