import type { Block, User } from 'notion-types'

import { isPage } from '../../site/notion/blocks/block-references.ts'
import type { BlockNode, CollectionInput } from './block-node.ts'
import { collectionRecord, relationText, rowProperties } from './collection-records.ts'
import {
  collectionId,
  pageId,
  propertyId,
  recordId,
  recordTimes,
  recordVersion,
  userId
} from './record-ids.ts'
import type { ViewInput } from './view-input.ts'
import { viewId, viewRecord } from './view-records.ts'
import type { WorkspaceFile } from './workspace-file.ts'

/** A user of the workspace; `avatar` is the source URL of the picture. */
export interface AccountInput {
  key: string
  name: [given: string, family: string]
  email: string
  avatar: string
}

interface WorkspaceInput {
  rootPageId: string
  spaceId: string
  /** Possible authors; each page has one of them. */
  accounts: [AccountInput, ...AccountInput[]]
  root: BlockNode
  /** Pages beside the root in the same space, reachable only by references from other pages. */
  beside?: BlockNode[]
}

/**
 * Builds the records of a workspace from its tree of pages. Deterministic. Throws if two blocks
 * have the same key, or if a name is unknown.
 */
export function buildWorkspace(input: WorkspaceInput): WorkspaceFile {
  const { rootPageId, spaceId } = input
  const workspace: WorkspaceFile = {
    rootPageId,
    spaceId,
    block: {},
    collection: {},
    collection_view: {},
    notion_user: Object.fromEntries(input.accounts.map((it) => [userId(it.key), userRecord(it)]))
  }
  const build: Build = { workspace, accounts: input.accounts, collections: [], count: 0 }

  const root = { ...input.root, id: rootPageId, pageKey: '' }
  for (const page of [root, ...(input.beside ?? [])]) {
    addBlock(build, page, { id: spaceId, table: 'space', path: '', pageKey: '' })
  }
  for (const collection of build.collections) addReverseRelations(workspace, collection)
  updatePageTimes(workspace)

  return workspace
}

interface Build {
  workspace: WorkspaceFile
  accounts: WorkspaceInput['accounts']
  collections: CollectionInput[]
  /** Number of blocks created; determines their times. */
  count: number
}

interface Parent {
  id: string
  table: 'space' | 'block' | 'collection'
  /** Position in the page, from which the ids of blocks without a fixed id are derived. */
  path: string
  /** Key of the nearest page above. */
  pageKey: string
}

function addBlock(build: Build, node: BlockNode, parent: Parent): string {
  const position = positionOf(node, parent)
  const record = {
    ...blockRecord(build, { node, id: position.id }),
    parent_id: parent.id,
    parent_table: parent.table,
    space_id: build.workspace.spaceId,
    alive: true
  }
  if (build.workspace.block[position.id])
    throw new Error(`Two blocks have the key "${position.path}"`)
  // The union of notion-types requires fields that Notion omits.
  const block = record as unknown as Block
  build.workspace.block[position.id] = block

  addCollection(build, node, { ...position, table: 'block' })
  const content = node.content?.map((child, index) =>
    addBlock(build, child, { ...position, table: 'block', path: `${position.path}.${index}` })
  )
  if (content?.length) block.content = content

  return position.id
}

function positionOf(
  node: BlockNode,
  parent: Parent
): { id: string; path: string; pageKey: string } {
  if (node.type !== 'page' && node.type !== 'collection_view_page') {
    const id = node.id ?? recordId(`block:${parent.path}`)
    return { id, path: parent.path, pageKey: parent.pageKey }
  }
  const title = node.properties?.title?.[0]?.[0] ?? ''
  const key = node.pageKey ?? [parent.pageKey, title].filter(Boolean).join('/')
  return { id: node.id ?? pageId(key), path: `${key}#`, pageKey: key }
}

function blockRecord(build: Build, options: { node: BlockNode; id: string }) {
  const { node, id } = options
  const times = recordTimes(id, build.count++)
  const author = authorOf(build, id)
  const format = { ...node.format, ...withSpace(build, node.pointers) }

  return {
    id,
    version: recordVersion(id),
    type: node.type,
    ...(node.properties && { properties: node.properties }),
    ...(Object.keys(format).length > 0 && { format }),
    ...collectionFields(node, id),
    created_time: times.created,
    last_edited_time: times.edited,
    created_by_table: 'notion_user',
    created_by_id: author,
    last_edited_by_table: 'notion_user',
    last_edited_by_id: author
  }
}

function authorOf(build: Build, id: string): string {
  const turn = recordVersion(id) % build.accounts.length
  return userId((build.accounts[turn] ?? build.accounts[0]).key)
}

function withSpace(build: Build, pointers: BlockNode['pointers'] = {}) {
  const { spaceId } = build.workspace
  return Object.fromEntries(
    Object.entries(pointers).map(([name, pointer]) => [name, { ...pointer, spaceId }])
  )
}

function collectionFields(node: BlockNode, id: string) {
  if (!node.collection) return {}
  const { input, views, isOwner } = node.collection
  return {
    view_ids: views.map((view) => viewId(id, view.name)),
    // A linked view names its collection only by the pointer in its format.
    ...(isOwner && { collection_id: collectionId(input.key) })
  }
}

function addCollection(build: Build, node: BlockNode, position: Parent) {
  if (!node.collection) return
  const { input, views, isOwner } = node.collection
  const { workspace } = build

  for (const view of views.flatMap((each) => [each, ...widgetViews(each)])) {
    const id = viewId(position.id, view.name)
    const rowIds = input.rows.map((row) => pageId(row.block.pageKey ?? `${input.key}/${row.title}`))
    workspace.collection_view[id] = viewRecord({ input, view, blockId: position.id, rowIds })
  }
  if (!isOwner) return

  const id = collectionId(input.key)
  workspace.collection[id] = collectionRecord(input, position.id)
  build.collections.push(input)
  for (const row of input.rows) {
    const block = { ...row.block, properties: rowProperties(input, row) }
    addBlock(build, block, { id, table: 'collection', path: '', pageKey: input.key })
  }
}

/** The views that a dashboard shows. They are not among the views of its block. */
function widgetViews({ widgets = [] }: ViewInput): ViewInput[] {
  return widgets.flat().map(({ view }) => view)
}

/** Adds the reverse side of relations: a row refers to the rows that refer to it. */
function addReverseRelations(workspace: WorkspaceFile, input: CollectionInput) {
  for (const [name, property] of Object.entries(input.schema)) {
    if (property.type !== 'relation' || !property.reverse) continue
    const reverseId = propertyId(property.to, property.reverse)

    for (const row of input.rows) {
      const source = pageId(row.block.pageKey ?? `${input.key}/${row.title}`)
      for (const key of [row.properties[name] ?? []].flat()) {
        addRelation(workspace, { reverseId, source, target: pageId(String(key)) })
      }
    }
  }
}

function addRelation(
  workspace: WorkspaceFile,
  ends: { reverseId: string; source: string; target: string }
) {
  const target = workspace.block[ends.target]
  if (!target) throw new Error(`A relation refers to a missing page: ${ends.target}`)
  const before = (target.properties?.[ends.reverseId] ?? []) as [string, [string, string][]?][]
  const named = before.flatMap(([, marks = []]) => marks.map(([, id]) => id))
  if (named.includes(ends.source)) return
  target.properties = {
    ...target.properties,
    [ends.reverseId]: relationText([...named, ends.source])
  }
}

/** An edit of a block updates its page, but not the pages above. */
function updatePageTimes(workspace: WorkspaceFile) {
  for (const block of Object.values(workspace.block)) {
    const page = pageOf(workspace, block)
    if (page) {
      page.last_edited_time = Math.max(page.last_edited_time, block.last_edited_time)
    }
  }
}

function pageOf(workspace: WorkspaceFile, block: Block): Block | undefined {
  if (isPage(block)) return undefined
  const parent = workspace.block[block.parent_id]
  return parent && !isPage(parent) ? pageOf(workspace, parent) : parent
}

function userRecord(account: AccountInput): User {
  const id = userId(account.key)
  const [given_name, family_name] = account.name
  return {
    id,
    version: recordVersion(id),
    email: account.email,
    given_name,
    family_name,
    profile_photo: account.avatar,
    onboarding_completed: true,
    mobile_onboarding_completed: true
  }
}
