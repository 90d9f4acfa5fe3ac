import { buildWorkspace } from './build-workspace.ts'
import type { AccountInput } from './build-workspace.ts'
import { recordId } from './record-ids.ts'
import { avatar } from './sample/assets.ts'
import { lampMossCensus } from './sample/did-you-know.ts'
import { home } from './sample/pages.ts'
import type { WorkspaceFile } from './workspace-file.ts'

export { sampleAssets } from './sample-assets.ts'

/** The page the sample workspace starts from. */
export const SAMPLE_ROOT_PAGE_ID = '10a7e12a-0000-4000-8000-000000000001'

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

/** The built-in sample: the wiki of the datapack Hollow Lantern. A fresh copy with each call. */
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
