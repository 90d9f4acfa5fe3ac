import { NotionAPI } from 'notion-client'
import { getAllPagesInSpace } from 'notion-utils'

/**
 * The walk of sites based on notion-client, in its own process. Prints the number of pages read and
 * failed. Arguments: the API's URL and the root page.
 */
async function peerWalk(): Promise<void> {
  const [apiBaseUrl = '', rootPageId = ''] = process.argv.slice(2)
  // No retries, so that each request counts once; requests do not fail on this machine.
  const api = new NotionAPI({ apiBaseUrl, ofetchOptions: { retry: 0 } })
  const getPage = (pageId: string) => api.getPage(pageId)
  const pages = await getAllPagesInSpace(rootPageId, undefined, getPage, { concurrency: 8 })
  const read = Object.values(pages).filter(Boolean).length
  console.log(JSON.stringify({ read, failed: Object.keys(pages).length - read }))
}

await peerWalk()
