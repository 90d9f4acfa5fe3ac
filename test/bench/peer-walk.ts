import { NotionAPI } from 'notion-client'
import { getAllPagesInSpace } from 'notion-utils'

/**
 * The walk that sites on notion-client make, alone in its process: prints how many pages it read
 * and how many it could not. Arguments: the API's address and the root page.
 */
async function peerWalk(): Promise<void> {
  const [apiBaseUrl = '', rootPageId = ''] = process.argv.slice(2)
  // Without retries each request counts once; there is nothing that fails on this machine.
  const api = new NotionAPI({ apiBaseUrl, ofetchOptions: { retry: 0 } })
  const getPage = (pageId: string) => api.getPage(pageId)
  const pages = await getAllPagesInSpace(rootPageId, undefined, getPage, { concurrency: 8 })
  const read = Object.values(pages).filter(Boolean).length
  console.log(JSON.stringify({ read, failed: Object.keys(pages).length - read }))
}

await peerWalk()
