import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

import type { Block } from 'notion-types'
import { vi } from 'vitest'

import { program } from '../../../cli/fansite.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import { workspaceOf } from '../workspaces/records.ts'
import { syncedMirror } from './mirror-dir.ts'
import { tempDir } from '../temp-dir.ts'

/**
 * Runs `fansite export` on a data directory in this process, since a process takes half a second to
 * start. Returns its output; rejects if it fails.
 */
export async function runExport(
  dataDir: string,
  folder: string,
  flags: string[] = []
): Promise<string> {
  const lines: unknown[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
  try {
    const args = ['export', folder, '--data', dataDir, ...flags]
    await program().parseAsync(args, { from: 'user' })
  } finally {
    log.mockRestore()
  }
  return `${lines.join('\n')}\n`
}

/**
 * A synced and exported workspace whose root page has these blocks; `nested` blocks are children of
 * others.
 */
export async function exportBlocks(
  content: Block[],
  options: { nested?: Block[]; config?: Partial<SiteConfigInput> } = {}
) {
  const ids = content.map(({ id }) => id)
  const workspace = workspaceOf(ids, [...content, ...(options.nested ?? [])])
  const site = await syncedMirror({ workspace, ...(options.config && { config: options.config }) })
  const folder = path.join(tempDir(), 'wiki')
  await runExport(site.dataDir, folder)
  return { site, folder, read: (name: string) => readFileSync(path.join(folder, name), 'utf8') }
}

/** The exported root page without front matter and title. */
export async function exportedBody(content: Block[], nested: Block[] = []): Promise<string> {
  const { read } = await exportBlocks(content, { nested })
  return bodyOf(read('pages/index.md'))
}

/** A document without front matter and title. */
export function bodyOf(document: string): string {
  return document.replace(/^---\n.*?\n---\n\n# [^\n]*\n\n?/s, '').trimEnd()
}

/** All files below a folder with their content, by name; empty if the folder does not exist. */
export function filesIn(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const files = names.filter((name) => statSync(path.join(folder, name)).isFile())
  return new Map(files.map((name) => [name, readFileSync(path.join(folder, name), 'latin1')]))
}
