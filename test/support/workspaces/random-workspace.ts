import type { Block, Collection, CollectionView, Decoration } from 'notion-types'

import type { WorkspaceEditor } from '../../../demo/api/workspace-editor.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { ROOT_ID, pageBlock, record, testId, textBlock, workspaceOf } from './records.ts'

/** Numbers that determine one edit: its kind, its record and its value. */
export type Edit = [kind: number, target: number, value: number]

const FIRST_PAGE = 10_000
const COLLECTION = testId(500)
const views = [testId(510), testId(511), testId(512), testId(513)]
const SHOWN = testId(501)
const LINKED = testId(502)

/**
 * A workspace with all kinds of references: pages, nested blocks, rows, views, mentions, synced
 * blocks.
 */
export function randomWorkspace(pages: number): WorkspaceFile {
  const numbers = Array.from({ length: pages }, (_, index) => FIRST_PAGE + index * 10)
  const blocks = numbers.flatMap((number) => [
    pageBlock(number, `Page ${number}`, { content: [number + 1, number + 3].map(testId) }),
    child(number + 1, number, { type: 'toggle', content: [testId(number + 2)] }),
    child(number + 2, number + 1, { type: 'text', properties: { title: mention(number + 10) } }),
    child(number + 3, number, {
      type: 'transclusion_reference',
      format: { transclusion_reference_pointer: { id: testId(numbers[0]! + 1) } }
    })
  ])
  const rows = [520, 530, 540, 550].map((number, index) => rowOf(number, index))
  const shown = record(501, {
    type: 'collection_view',
    collection_id: COLLECTION,
    view_ids: views.slice(0, 3)
  })
  const linked = record(502, {
    type: 'collection_view',
    format: { collection_pointer: { id: COLLECTION } },
    view_ids: views.slice(3)
  })
  const workspace = workspaceOf(
    [...numbers.map(testId), SHOWN, LINKED],
    [...blocks, ...rows, shown, linked]
  )
  return { ...workspace, collection: collections(), collection_view: viewRecords() }
}

function child(number: number, parent: number, fields: { type: string } & Record<string, unknown>) {
  return record(number, { parent_id: testId(parent), ...fields })
}

function rowOf(number: number, index: number): Block {
  return record(number, {
    type: 'page',
    parent_id: COLLECTION,
    parent_table: 'collection',
    properties: {
      title: [[`Row ${number}`]],
      rank: [[['low', 'high'][index % 2]!]],
      level: [[String(index)]],
      near: near(index),
      on: [[index === 3 ? 'No' : 'Yes']]
    }
  })
}

function collections(): Record<string, Collection> {
  const options = ['low', 'high'].map((value) => ({ id: value, value, color: 'gray' }))
  const schema = {
    title: { name: 'Name', type: 'title' },
    rank: { name: 'Rank', type: 'select', options },
    level: { name: 'Level', type: 'number' },
    near: { name: 'Near', type: 'relation' },
    on: { name: 'Public', type: 'checkbox' }
  }
  const collection = { id: COLLECTION, version: 1, name: [['Rows']], schema, parent_id: SHOWN }
  // Only the fields that a sync reads.
  return { [COLLECTION]: collection as unknown as Collection }
}

function viewRecords(): Record<string, CollectionView> {
  const rank = { property: 'rank', type: 'select' }
  const high = { operator: 'enum_is', value: { type: 'exact', value: 'high' } }
  const shapes = [
    { type: 'table', query2: { sort: [{ property: 'level', direction: 'descending' }] } },
    { type: 'board', format: { board_columns_by: rank } },
    {
      type: 'list',
      query2: { filter: { operator: 'and', filters: [{ property: 'rank', filter: high }] } }
    },
    { type: 'gallery', query2: { sort: [{ property: 'near', direction: 'ascending' }] } }
  ]
  return Object.fromEntries(
    shapes.map((shape, index) => {
      const id = views[index] ?? ''
      const parent = index === 3 ? LINKED : SHOWN
      const view = {
        id,
        version: 1,
        name: `View ${index}`,
        parent_id: parent,
        format: {},
        ...shape
      }
      return [id, view as unknown as CollectionView]
    })
  )
}

/** A relation to a page, whose title sorts the row. */
function near(value: number): Decoration[] {
  return [['‣', [['p', testId(FIRST_PAGE + (value % 9) * 10)]]]] as Decoration[]
}

function mention(number: number): Decoration[] {
  return [['see '], ['‣', [['p', testId(number)]]]] as Decoration[]
}

/** Applies edits determined by numbers, as a user of the workspace would. */
export class RandomEditor {
  readonly #edit: WorkspaceEditor
  readonly #pages: string[]
  readonly #blocks: string[]
  readonly #rows: string[]
  readonly #trash: string[] = []
  #next = 2000

  constructor(edit: WorkspaceEditor, workspace: WorkspaceFile) {
    const blocks = Object.values(workspace.block)
    this.#edit = edit
    this.#rows = ids(blocks, (block) => block.parent_id === COLLECTION)
    this.#pages = ids(blocks, (block) => block.type === 'page' && block.parent_id !== COLLECTION)
    this.#blocks = ids(blocks, (block) => block.type === 'toggle' || block.type === 'text')
  }

  /** Applies one edit and returns its name. */
  apply([kind, target, value]: Edit): string {
    const edits = this.#edits(target, value)
    const [name, run] = edits[kind % edits.length] ?? ['nothing', () => {}]
    run()
    return name
  }

  #edits(target: number, value: number): [string, () => void][] {
    const edit = this.#edit
    const page = this.#pick(this.#pages.slice(1), target)
    const home = this.#pick(this.#pages, value)
    const block = this.#pick(this.#blocks, target)
    const row = this.#pick(this.#rows, target)
    const view = this.#pick(views, target)
    const isEven = value % 2 === 0
    const number = this.#next
    return [
      ['text', () => edit.setText(block, `text ${value}`)],
      ['mention', () => edit.setProperty(block, 'title', mention(FIRST_PAGE + (value % 9) * 10))],
      ['title', () => edit.setText(page, `Title ${value}`)],
      ['add block', () => this.#add(home, textBlock(number, `new ${value}`), this.#blocks)],
      ['add page', () => this.#add(home, pageBlock(number, `New page ${value}`), this.#pages)],
      ['add row', () => this.#addRow(value)],
      ['move block', () => edit.move(block, home, value % 3)],
      ['move page', () => this.#movePage(page)],
      ['trash block', () => this.#discard(block, this.#blocks)],
      ['trash page', () => this.#discard(page, this.#pages)],
      ['trash row', () => this.#discard(row, this.#rows)],
      ['restore', () => this.#restore()],
      ['erase row', () => this.#erase(row)],
      ['rank', () => edit.setProperty(row, 'rank', isEven ? [['high']] : undefined)],
      ['level', () => edit.setProperty(row, 'level', [[String(value % 7)]])],
      ['near', () => edit.setProperty(row, 'near', near(value))],
      ['public', () => edit.setProperty(row, 'on', isEven ? [['Yes']] : undefined)],
      ['private', () => edit.setPrivate(page, isEven)],
      ['space', () => edit.change(page, { space_id: isEven ? testId(999) : spaceOf() })],
      ['view name', () => edit.changeView(view, { name: `View ${value}` })],
      ['form', () => edit.changeView(view, { type: isEven ? 'form_editor' : 'list' })],
      ['view sort', () => edit.changeView(view, sortOf(isEven))],
      ['collection', () => edit.changeCollection(COLLECTION, { name: [[`Rows ${value}`]] })]
    ]
  }

  #pick(list: string[], number: number): string {
    return list[number % list.length] ?? ROOT_ID
  }

  #add(home: string, block: Block, list: string[]): void {
    this.#next++
    this.#edit.add(home, block)
    list.push(block.id)
  }

  #addRow(value: number): void {
    const row = rowOf(this.#next++, value)
    this.#edit.addRow(COLLECTION, row)
    this.#rows.push(row.id)
  }

  /** Moves to the root page, so that no page becomes its own descendant. */
  #movePage(page: string): void {
    this.#edit.move(page, ROOT_ID, 0)
  }

  #discard(id: string, list: string[]): void {
    if (list.length < 3 || !list.includes(id)) return
    list.splice(list.indexOf(id), 1)
    this.#trash.push(id)
    this.#edit.trash(id)
  }

  #restore(): void {
    const id = this.#trash.pop()
    if (id) this.#edit.restore(id)
  }

  #erase(id: string): void {
    if (this.#rows.length < 2) return
    this.#rows.splice(this.#rows.indexOf(id), 1)
    this.#edit.erase(id)
  }
}

function ids(blocks: Block[], isWanted: (block: Block) => boolean): string[] {
  return blocks.filter(isWanted).map(({ id }) => id)
}

function spaceOf(): string {
  return workspaceOf([], []).spaceId
}

function sortOf(isUp: boolean) {
  const direction = isUp ? 'ascending' : 'descending'
  return { query2: { sort: [{ property: 'level', direction }] } }
}
