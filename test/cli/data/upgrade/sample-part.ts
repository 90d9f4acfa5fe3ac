import { sampleAssets, sampleWorkspace } from '../../../../demo/sample/sample.ts'
import type { WorkspaceAsset, WorkspaceFile } from '../../../../demo/builder/workspace-file.ts'

/** The page "Next" of the sample, with a collection; it is the root page of the part. */
export const PART_ROOT = 'ff84a69c-4c16-4b13-b9fd-3ce03bc7ebce'
/** The page "Get Started" of the sample, with pictures and a page in Japanese below it. */
const GET_STARTED = '63cce80a-2aa2-4126-b975-f8308d1f406d'

/** Keys of the configuration for the part. */
export const partConfig = {
  rootNotionPageId: PART_ROOT,
  pageUrlOverrides: {},
  navigationLinks: [],
  components: null,
  spoilers: null
}

/** Two branches of the sample: small enough that data directories of older versions can be kept. */
export function samplePart(): { workspace: WorkspaceFile; assets: Map<string, WorkspaceAsset> } {
  const all = sampleWorkspace()
  const ids = new Set([...descendants(all, PART_ROOT), ...descendants(all, GET_STARTED)])
  const within = <T>(records: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(records).filter(([id]) => ids.has(id)))
  const block = within(all.block)
  const root = block[PART_ROOT]
  if (root) {
    root.content = [...(root.content ?? []), GET_STARTED]
    root.parent_id = all.spaceId
    root.parent_table = 'space'
  }
  const other = block[GET_STARTED]
  if (other) other.parent_id = PART_ROOT
  const workspace: WorkspaceFile = {
    rootPageId: PART_ROOT,
    spaceId: all.spaceId,
    block,
    collection: within(all.collection),
    collection_view: all.collection_view,
    notion_user: all.notion_user
  }
  return { workspace, assets: sampleAssets }
}

/** A page with everything below it, also through collections. */
function descendants(workspace: WorkspaceFile, rootId: string): string[] {
  const children = new Map<string, string[]>()
  for (const { id, parent_id: parent } of [
    ...Object.values(workspace.block),
    ...Object.values(workspace.collection)
  ]) {
    children.set(parent, [...(children.get(parent) ?? []), id])
  }
  const found = [rootId]
  for (const id of found) found.push(...(children.get(id) ?? []))
  return found
}

/** The part as the older versions have read it last. */
export function renamedPart(): ReturnType<typeof samplePart> {
  const part = samplePart()
  const page = part.workspace.block['8511c787-3b90-44c3-9a19-959d7a064a2d']
  if (page) page.properties = { ...page.properties, title: [['Your Very First Evening']] }
  return part
}
