import { testId } from '../support/workspaces/records.ts'
import { type Planting, type World, addEditor, addText, changeHome } from './world.ts'

/** Adds a button property with this automation to the collection. */
function addButton(world: World, automation: object): void {
  const id = `go${world.next()}`
  const { schema = {} } = world.workspace.collection[testId(500)] ?? {}
  changeHome(world, { schema: { ...schema, [id]: { name: 'Go', type: 'button', automation } } })
}

const title = (part: unknown[]) => ({ properties: { title: [part] } })

/** Fields of records that must not be published. */
export const fieldPlantings: Planting[] = [
  ['permissions of a block', (world, canary) => addText(world, { permissions: [{ id: canary }] })],
  ['discussions of a block', (world, canary) => addText(world, { discussions: [canary] })],
  ['a comment mark', (world, canary) => addText(world, title(['said', [['b'], ['m', canary]]]))],
  ['suggested text', (world, canary) => addText(world, title([canary, [['b'], ['si', 'a']]]))],
  ['a suggested removal', (world, canary) => addText(world, title(['old', [['sr', canary]]]))],
  ['a suggested style', (world, canary) => addText(world, title(['old', [['sa', canary, ['b']]]]))],
  ['e-mail in a block', (world, canary) => addText(world, { format: { x: { email: canary } } })],
  ['unfinished edits', (world, canary) => addText(world, { crdt_data: { title: canary } })],
  ['version of edits', (world, canary) => addText(world, { crdt_format_version: canary })],
  ['automation headers', (world, canary) => addText(world, { automation_headers: [canary] })],
  ['headers of a button', (world, canary) => addButton(world, { headers: { cookie: canary } })],
  ['secret of a button', (world, canary) => addButton(world, { config: { secret: canary } })],
  ['token of a button', (world, canary) => addButton(world, { auth: { token: canary } })],
  ['password of a button', (world, canary) => addButton(world, { password: canary })],
  ['key of a button', (world, canary) => addButton(world, { api_key: canary })],
  ['authorization of a button', (world, canary) => addButton(world, { authorization: canary })],
  ['permissions of a collection', (world, canary) => changeHome(world, { permissions: [canary] })],
  [
    'permissions of a view',
    ({ workspace }, canary) =>
      Object.assign(workspace.collection_view[testId(502)] ?? {}, { permissions: [canary] })
  ],
  [
    'e-mail of a user',
    (world, canary) => addEditor(world, { given_name: 'Lantern', email: canary })
  ]
]

/** Fields of users that are dropped: pages show a user's name and picture. */
export const userPlantings: Planting[] = [
  [
    'name of a user that is an e-mail',
    (world, canary) => addEditor(world, { name: `${canary}@example.org` })
  ],
  [
    'given name of a user that is an e-mail',
    (world, canary) => addEditor(world, { given_name: `${canary}@example.org` })
  ],
  [
    'other fields of a user',
    (world, canary) => addEditor(world, { given_name: 'Keepers', settings: { phone: canary } })
  ]
]
