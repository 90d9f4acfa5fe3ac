import path from 'node:path'

import type { MirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { BoundedFolder } from '../bounded-folder.ts'
import type { PageCard } from './page-card.ts'

const namePattern = /^([0-9a-f]{32})-([0-9a-f]{64})\.png$/

/** A stored card; `pageId` has 32 hex digits. */
export interface StoredCard {
  name: string
  pageId: string
  hash: string
}

/** The folder with the drawn cards, one file for each page and content. Least recently used files are removed first. */
export class CardFolder {
  readonly #files: BoundedFolder

  constructor(paths: MirrorPaths, maxBytes: number) {
    this.#files = new BoundedFolder(paths, { name: 'social-images', maxBytes })
  }

  /** The path of a card's file; undefined if it is not drawn. */
  async find(page: Pick<PageCard, 'pageId' | 'hash'>): Promise<string | undefined> {
    return (await this.#files.find(nameOf(page)))?.file
  }

  async add(page: Pick<PageCard, 'pageId' | 'hash'>, png: Uint8Array): Promise<void> {
    await this.#files.add(nameOf(page), png)
  }

  async remove({ name }: Pick<StoredCard, 'name'>): Promise<void> {
    await this.#files.remove(name)
  }

  /** All cards. Files of earlier versions, which did not name the page, are removed. */
  async list(): Promise<StoredCard[]> {
    const stored: StoredCard[] = []
    for (const name of await this.#files.names()) {
      const [, pageId, hash] = namePattern.exec(path.basename(name)) ?? []
      if (pageId && hash) stored.push({ name, pageId, hash })
      else if (name.endsWith('.png')) await this.#files.remove(name)
    }
    return stored
  }

  async close(): Promise<void> {
    await this.#files.close()
  }
}

function nameOf({ pageId, hash }: Pick<PageCard, 'pageId' | 'hash'>): string {
  const id = undashId(pageId)
  return `${folderOf(id)}/${id}-${hash}.png`
}

/** The last digits spread the cards evenly: ids of one workspace often start alike. */
function folderOf(id: string): string {
  return id.slice(-2)
}
