import type { WorkspaceAsset, WorkspaceFile } from '../builder/workspace-file.ts'
import { generateWorkspace } from '../generate/generate-workspace.ts'
import { SAMPLE_ROOT_PAGE_ID } from '../sample/sample-root.ts'
import { sampleAssets, sampleWorkspace } from '../sample/sample.ts'

/** What the nodes sync and serve. */
export interface ClusterWorkspace {
  given: { workspace: WorkspaceFile; assets?: Map<string, WorkspaceAsset> }
  /** A page that the demo renames. */
  editedId: string
  /** Keys of the configuration, without the path of that page. */
  config: Record<string, unknown>
}

/** The sample with its files, or a generated workspace of so many pages without files. */
export function clusterWorkspace(pages: number | undefined): ClusterWorkspace {
  if (pages === undefined) {
    return {
      given: { workspace: sampleWorkspace(), assets: sampleAssets },
      // The page "Did you know".
      editedId: '1c2c5315-eaec-4d77-a399-20de05fbc1cb',
      config: { rootNotionPageId: SAMPLE_ROOT_PAGE_ID, rootNotionSpaceId: null }
    }
  }
  const workspace = generateWorkspace({ pages })
  const { rootPageId } = workspace
  const page = Object.values(workspace.block).find(
    ({ type, parent_id: parent }) => type === 'page' && parent === rootPageId
  )
  if (!page) throw new Error('the generated workspace has no page below its root')
  const config = {
    rootNotionPageId: rootPageId,
    rootNotionSpaceId: null,
    // Those of `site.config.ts` are for the sample.
    navigationLinks: [],
    components: null,
    spoilers: null
  }
  return { given: { workspace }, editedId: page.id, config }
}
