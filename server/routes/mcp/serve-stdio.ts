import { once } from 'node:events'

import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

import { readTransaction } from '../../../db/mirror/read-transaction.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { readJsonRows } from '../../feeds/api/row-list.ts'
import { markdownPage } from '../../feeds/markdown-page.ts'
import { StatementPool } from '../../process/statement/statement-pool.ts'
import { SiteSearch } from '../../search/site-search.ts'
import { openPublishedSite } from '../../site/site-context.ts'
import { assistantServer } from './assistant-server.ts'
import type { AssistantSource } from './assistant-source.ts'

interface StdioOptions {
  config: SiteConfig
  /** The data directory, or a mirror file. */
  dataDir: string
  /** Resolves when the process is to end. */
  stopped: Promise<unknown>
  onFailure: (error: unknown) => void
}

/** Answers messages of the Model Context Protocol from stdin on stdout, until stdin ends. */
export async function serveStdio({
  config,
  dataDir,
  stopped,
  onFailure
}: StdioOptions): Promise<void> {
  const opened = openPublishedSite({ config, dataDir, basePath: '', onMirrorFailure: onFailure })
  const { site, watcher } = opened
  const search = new SiteSearch(site, undefined, onFailure)
  const statements = new StatementPool()
  const readMarkdown: AssistantSource['readMarkdown'] = async (page) => markdownPage(site, page)
  const readRows: AssistantSource['readRows'] = async (rows) =>
    readTransaction(site.published().mirror, () => readJsonRows(site, rows))
  const source = { site, search, statements, client: '', readMarkdown, readRows, onFailure }
  const server = assistantServer(source)
  try {
    await watcher.waitForCheck()
    const ended = once(process.stdin, 'end')
    await server.connect(new StdioServerTransport())
    await Promise.race([ended, stopped])
  } finally {
    await server.close()
    search.close()
    await Promise.all([statements.close(), watcher.close()])
  }
}
