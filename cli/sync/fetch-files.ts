import { getNotionFileUrl } from 'notion-utils'
import PQueue from 'p-queue'

import type { Asset } from '../../db/harvest.ts'
import { collectionFileSources, fileSources, isAddress } from '../../site/file-sources.ts'
import type { Account } from './account.ts'
import { hasAsset, storeAsset } from './asset-folder.ts'
import { DownloadError, type DownloadRules, download } from './download.ts'
import { readFileFacts } from './file-facts.ts'
import type { Staging } from './staging.ts'
import type { Workspace } from './workspace.ts'

const DOWNLOADS_AT_ONCE = 6

export interface FileOptions {
  workspace: Workspace
  staging: Staging
  account: Account
  /** The asset folder. */
  folder: string
  /** What the last publication holds, by source address. */
  known: Map<string, Asset>
  /** Cover and icon that the configuration gives to pages without their own. */
  defaults: (string | null)[]
  /** Where `/images/…` and `/icons/…` stand: the origin of the workspace's web host. */
  origin: string
  rules: DownloadRules
  onProgress: () => void
}

/**
 * Fetches the bytes of every file that staged records show and returns what there is to publish.
 * Files of the last publication are not fetched again. What cannot be had is in the account, and
 * the page is published without it.
 */
export async function fetchFiles(options: FileOptions): Promise<Asset[]> {
  const { staging, account, known, folder, onProgress } = options
  const shownBy = findFiles(staging, options.defaults)
  account.files.expected = shownBy.size
  const assets = [...shownBy.keys()].flatMap((source) => {
    const asset = known.get(source)
    return asset && hasAsset(folder, asset.hash) ? [asset] : []
  })
  account.files.stored = assets.length
  for (const { source } of assets) shownBy.delete(source)
  onProgress()

  const addresses = await resolveAddresses(options, shownBy)
  const downloads = new PQueue({ concurrency: DOWNLOADS_AT_ONCE })
  const fetched = await downloads.addAll(
    [...addresses].map(([source, address]) => async () => {
      const file = { source, address, blockId: shownBy.get(source) ?? '' }
      const asset = await fetchFile(options, file)
      onProgress()
      return asset
    })
  )
  return [...assets, ...fetched.filter((asset) => asset !== undefined)]
}

/** Source addresses of the files to fetch, with a block that shows each. */
function findFiles(staging: Staging, defaults: (string | null)[]): Map<string, string> {
  const shownBy = new Map<string, string>()
  const add = (sources: string[], blockId: string) => {
    for (const source of sources) {
      if (!shownBy.has(source) && !source.startsWith('data:')) shownBy.set(source, blockId)
    }
  }
  for (const block of staging.blocks()) add(fileSources(block), block.id)
  for (const collection of staging.collections()) {
    add(collectionFileSources(collection), collection.parent_id)
  }
  for (const user of staging.users()) add([user.avatar].filter(isAddress), user.id)
  add(defaults.filter(isAddress), 'site.config.ts')
  return shownBy
}

/** Turns source addresses into ones that can be fetched now; files of the workspace get a signature. */
async function resolveAddresses(
  { workspace, origin }: FileOptions,
  shownBy: Map<string, string>
): Promise<Map<string, string | null>> {
  const addresses = new Map<string, string | null>()
  const toSign: { source: string; url: string; blockId: string }[] = []
  for (const [source, blockId] of shownBy) {
    const url = getNotionFileUrl(source)
    if (url) toSign.push({ source, url, blockId })
    else addresses.set(source, source.startsWith('/') ? origin + source : source)
  }
  const signed = await workspace.signFiles(toSign)
  for (const [index, { source }] of toSign.entries()) addresses.set(source, signed[index] ?? null)
  return addresses
}

async function fetchFile(
  { folder, rules, account }: FileOptions,
  file: { source: string; address: string | null; blockId: string }
): Promise<Asset | undefined> {
  const { source, address, blockId } = file
  const found = await readFile(address, rules).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    account.files.failed.push({ source, blockId, reason })
    return undefined
  })
  if (!found) return undefined

  // A folder that cannot be written is no fault of the file: the run ends.
  const hash = await storeAsset(folder, found.bytes)
  account.files.stored++
  return { source, hash, size: found.bytes.length, ...found.facts, preview: null }
}

async function readFile(address: string | null, rules: DownloadRules) {
  if (address === null) throw new DownloadError('the workspace gives no address for it')
  const bytes = await download(address, rules)
  return { bytes, facts: await readFileFacts(bytes) }
}
