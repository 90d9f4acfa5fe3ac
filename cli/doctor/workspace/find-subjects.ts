import { existsSync } from 'node:fs'

import type { Block } from 'notion-types'

import { MirrorError, explained } from '../../../db/mirror/mirror-error.ts'
import { type Mirror, readMirror } from '../../../db/mirror/open-mirror.ts'
import { readIdentity } from '../../../db/mirror/read-identity.ts'
import { collectionIdOf } from '../../../site/notion/blocks/block-references.ts'
import { blockFiles, isStoredFile } from '../../../site/notion/files/file-sources.ts'
import type { FileToSign } from '../../sync/workspace/workspace.ts'

/** What the requests ask for; undefined where neither the root page nor the mirror has any. */
export interface Subjects {
  view?: { id: string; collectionId: string } | undefined
  userId?: string | undefined
  file?: FileToSign | undefined
}

/** Finds a view, a user and a stored file in the blocks of the root page, or else in the mirror. */
export function findSubjects(root: Block, blocks: Block[], file: string): Subjects {
  const here = {
    view: viewOf(blocks),
    userId: userOf([root, ...blocks]),
    file: fileOf(blocks)
  }
  if (here.view && here.userId && here.file) return here
  const known = fromMirror(file, root.id)
  return {
    view: here.view ?? known.view,
    userId: here.userId ?? known.userId,
    file: here.file ?? known.file
  }
}

function viewOf(blocks: Block[]): Subjects['view'] {
  for (const block of blocks) {
    const collectionId = collectionIdOf(block)
    const [id] = 'view_ids' in block ? block.view_ids : []
    if (collectionId !== undefined && id !== undefined) return { id, collectionId }
  }
  return undefined
}

function userOf(blocks: Block[]): string | undefined {
  return blocks.flatMap((block) => block.created_by_id ?? block.last_edited_by_id ?? [])[0]
}

function fileOf(blocks: Block[]): FileToSign | undefined {
  for (const block of blocks) {
    const stored = blockFiles(block).find(({ source }) => isStoredFile(source))
    if (stored) return { url: stored.source, blockId: block.id }
  }
  return undefined
}

/** Nothing from a mirror that is missing, unusable or of another root page: the checks of the mirror report that. */
function fromMirror(file: string, rootPageId: string): Subjects {
  if (!existsSync(file)) return {}
  try {
    return readMirror(file, (mirror) =>
      explained(file, () => {
        const isSame = readIdentity(mirror)?.rootPageId === rootPageId
        return isSame ? subjectsIn(mirror) : {}
      })
    )
  } catch (error) {
    if (error instanceof MirrorError) return {}
    throw error
  }
}

const FILE_BLOCKS = 100

function subjectsIn({ $client }: Mirror): Subjects {
  const view = $client.prepare<[], { id: string; collectionId: string }>(
    'select id, collection_id as collectionId from collection_view limit 1'
  )
  const user = $client.prepare<[], string>('select id from user limit 1').pluck()
  const blocks = $client
    .prepare<[number], string>(
      `select raw from block where type in ('image', 'file', 'pdf', 'video', 'audio') limit ?`
    )
    .pluck()
  return {
    view: view.get(),
    userId: user.get(),
    file: fileOf(blocks.all(FILE_BLOCKS).map((raw) => JSON.parse(raw) as Block))
  }
}
