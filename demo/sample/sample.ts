import { buildWorkspace } from '../builder/build-workspace.ts'
import type { AccountInput } from '../builder/build-workspace.ts'
import { recordId } from '../builder/record-ids.ts'
import { avatar } from './assets.ts'
import { SAMPLE_ROOT_PAGE_ID } from './sample-root.ts'
import { lampMossCensus } from './did-you-know.ts'
import { home } from './pages.ts'
import type { WorkspaceFile } from '../builder/workspace-file.ts'

export { sampleAssets } from './sample-assets.ts'

const accounts: [AccountInput, ...AccountInput[]] = [
  {
    key: 'keepers',
    name: ['Lantern', 'Keepers'],
    email: 'keepers@hollow-lantern.example',
    avatar: avatar('keepers')
  },
  {
    key: 'bellows',
    name: ['Bellows', 'Crew'],
    email: 'bellows@hollow-lantern.example',
    avatar: avatar('bellows')
  },
  {
    key: 'wiki',
    name: ['Wiki', 'Desk'],
    email: 'wiki@hollow-lantern.example',
    avatar: avatar('wiki')
  }
]

/** The built-in sample: the wiki of the datapack Hollow Lantern. Each call returns a new copy. */
export function sampleWorkspace(): WorkspaceFile {
  return structuredClone(
    buildWorkspace({
      rootPageId: SAMPLE_ROOT_PAGE_ID,
      spaceId: recordId('space:Hollow Lantern'),
      accounts,
      root: home(),
      beside: [lampMossCensus()]
    })
  )
}
