import type { Block, Collection, Decoration } from 'notion-types'

import type { WorkspaceEditor } from '../../../demo/api/workspace-editor.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { pageBlock, testId, textBlock } from '../../support/workspaces/records.ts'

/** Numbers that determine one edit: its kind, its record and its value. */
export type Edit = [kind: number, target: number, value: number]

type Properties = Record<string, Decoration[]>

/** Applies edits determined by numbers to any workspace, as its users would. */
export class SampleEditor {
  readonly #edit: WorkspaceEditor
  readonly #workspace: WorkspaceFile
  readonly #trash: string[] = []
  readonly #private: string[] = []
  #next = 900_000

  /** The workspace must be the one that the editor changes. */
  constructor(edit: WorkspaceEditor, workspace: WorkspaceFile) {
    this.#edit = edit
    this.#workspace = workspace
  }

  /** Applies one edit and returns what it was. */
  apply([kind, target, value]: Edit): string {
    const edits = { ...this.#pageEdits(target, value), ...this.#rowEdits(target, value) }
    const names = Object.keys(edits)
    const name = names[kind % names.length] ?? ''
    return `${name} of ${edits[name]?.() ?? 'nothing'} (${value})`
  }

  #pageEdits(target: number, value: number): Record<string, () => string | undefined> {
    const edit = this.#edit
    const pages = this.#blocks(({ id, type, parent_table: table }) => {
      return isPage({ type }) && table === 'block' && id !== this.#workspace.rootPageId
    })
    const texts = this.#blocks(({ type }) => textTypes.has(type))
    const [page, block] = [pick(pages, target), pick(texts, target)]
    const [home, other] = [pick(pages, value), pick(texts, value)]
    return {
      text: () => on(block, ({ id }) => edit.setText(id, `text ${value}`)),
      title: () => on(page, ({ id }) => edit.setText(id, `Title ${value}`)),
      icon: () =>
        on(page, (it) => edit.change(it.id, formatOf(it, { page_icon: icons[value % 3] }))),
      mention: () =>
        on(block, ({ id }) => edit.setProperty(id, 'title', mentionOf(home?.id ?? ''))),
      'block link': () =>
        on(block, ({ id }) => edit.setProperty(id, 'title', linkTo(home?.id, other?.id))),
      'add block': () =>
        on(home, ({ id }) => edit.add(id, textBlock(this.#next++, `new ${value}`), value % 3)),
      'add page': () =>
        on(home, ({ id }) => edit.add(id, this.#newPage(`New page ${value}`), value % 5)),
      'move block': () => on(block, ({ id }) => home && edit.move(id, home.id, value % 3)),
      'move page': () => on(page, ({ id }) => edit.move(id, this.#workspace.rootPageId, value % 9)),
      'trash block': () => on(block, ({ id }) => this.#discard(id)),
      'trash page': () => on(page, ({ id }) => this.#discard(id)),
      restore: () => on(this.#trash.pop(), (id) => edit.restore(id)),
      private: () => on(page, ({ id }) => this.#setPrivate(id)),
      public: () => on(this.#private.pop(), (id) => edit.setPrivate(id, false)),
      picture: () => this.#changePicture(target, value),
      user: () => this.#renameUser(target, value)
    }
  }

  #rowEdits(target: number, value: number): Record<string, () => string | undefined> {
    const edit = this.#edit
    const collection = pick(Object.values(this.#workspace.collection), target)
    const rows = this.#blocks((block) => block.parent_id === collection?.id)
    const [row, model] = [pick(rows, target >> 4), pick(rows, value)]
    const property = pick(Object.keys(collection?.schema ?? {}), value >> 3)
    const views = Object.values(this.#workspace.collection_view)
    const view = pick(views, target)
    const copied = (model?.properties as Properties | undefined)?.[property ?? '']
    return {
      value: () => on(row, ({ id }) => property && edit.setProperty(id, property, copied)),
      'number or text': () =>
        on(row, ({ id }) => property && edit.setProperty(id, property, [[String(value % 50)]])),
      'row title': () => on(row, ({ id }) => edit.setText(id, `Row ${value}`)),
      'row text': () =>
        on(row, ({ id }) => edit.add(id, textBlock(this.#next++, `in a row ${value}`))),
      'add row': () => on(collection, ({ id }) => edit.addRow(id, this.#newRow(model, value))),
      'trash row': () => on(row, ({ id }) => this.#discard(id)),
      'collection name': () =>
        on(collection, ({ id }) => edit.changeCollection(id, { name: [[`Database ${value}`]] })),
      option: () => on(collection, (it) => this.#renameOption(it, rows, value)),
      'property name': () =>
        on(collection, (it) => edit.changeCollection(it.id, renamed(it, property, value))),
      'view name': () => on(view, ({ id }) => edit.changeView(id, { name: `View ${value}` })),
      'view sort': () => on(view, ({ id }) => edit.changeView(id, sortBy(property, value)))
    }
  }

  #blocks(isWanted: (block: Block) => boolean): Block[] {
    return Object.values(this.#workspace.block).filter((block) => block.alive && isWanted(block))
  }

  #discard(id: string): void {
    this.#trash.push(id)
    this.#edit.trash(id)
  }

  #setPrivate(id: string): void {
    this.#private.push(id)
    this.#edit.setPrivate(id, true)
  }

  #newRow(model: Block | undefined, value: number): Block {
    const properties = { ...model?.properties, title: [[`New row ${value}`]] }
    return { ...this.#newPage(''), properties } as Block
  }

  #newPage(title: string): Block {
    return pageBlock(this.#next++, title, { space_id: this.#workspace.spaceId })
  }

  #changePicture(target: number, value: number): string | undefined {
    const pictures = this.#blocks(({ type }) => type === 'image')
    const source = (pick(pictures, value)?.properties as Properties | undefined)?.['source']
    return on(pick(pictures, target), ({ id }) => this.#edit.setProperty(id, 'source', source))
  }

  #renameUser(target: number, value: number): string | undefined {
    const ids = Object.keys(this.#workspace.notion_user)
    return on(pick(ids, target), (id) =>
      this.#edit.changeUser(id, { given_name: `Keeper ${value}` })
    )
  }

  /** As in Notion: the option gets another name in the schema and in all rows. */
  #renameOption(collection: Collection, rows: Block[], value: number): void {
    const schema = structuredClone(collection.schema)
    const properties = Object.entries(schema).filter(([, { options }]) => options?.length)
    const [id, property] = pick(properties, value) ?? []
    const option = pick(property?.options ?? [], value)
    if (id === undefined || !option) return
    const before = option.value
    option.value = `Option ${value}`
    this.#edit.changeCollection(collection.id, { schema })
    for (const row of rows) {
      if ((row.properties as Properties)[id]?.[0]?.[0] !== before) continue
      this.#edit.setProperty(row.id, id, [[option.value]])
    }
  }
}

const textTypes = new Set([
  'text',
  'bulleted_list',
  'header',
  'toggle',
  'quote',
  'callout',
  'to_do'
])
const icons = ['🔥', '🌊', undefined]

function isPage({ type }: { type: string }): boolean {
  return type === 'page' || type === 'collection_view_page'
}

function pick<T>(list: T[], number: number): T | undefined {
  return list[number % list.length]
}

/** Applies an edit to a record, if there is one; returns its id. */
function on<T extends string | { id: string }>(
  target: T | undefined,
  run: (target: T) => unknown
): string | undefined {
  if (target === undefined) return undefined
  run(target)
  return typeof target === 'string' ? target : target.id
}

function formatOf({ format }: Block, fields: object): object {
  return { format: { ...format, ...fields } }
}

function mentionOf(pageId: string): Decoration[] {
  return [['see '], ['‣', [['p', pageId]]]] as never
}

function linkTo(pageId: string | undefined, blockId: string | undefined): Decoration[] {
  const plain = (id = testId(1)) => id.replaceAll('-', '')
  return [['see', [['a', `/${plain(pageId)}#${plain(blockId)}`]]]] as Decoration[]
}

function renamed({ schema }: Collection, property: string | undefined, value: number) {
  const copy = structuredClone(schema)
  const found = copy[property ?? '']
  if (found) found.name = `Property ${value}`
  return { schema: copy }
}

function sortBy(property: string | undefined, value: number): object {
  const direction = value % 2 === 0 ? 'ascending' : 'descending'
  return { query2: { sort: [{ property, direction }] } }
}
