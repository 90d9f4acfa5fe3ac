import fansite, {
  FansiteError,
  type SiteConfigInput,
  type SlotProps,
  createServer,
  defineConfig,
  openMirror,
  sync
} from 'fansite'
import { fastify } from 'fastify'

// Compiled only: what a tool may write, and what the compiler has to refuse.

const config: SiteConfigInput = defineConfig({
  rootNotionPageId: 'a',
  name: 'b',
  domain: 'c',
  author: 'd',
  theme: 'pixel'
})
// As the file of texts in docs/languages.md.
const messages = { lists: { tags: 'Tags' } } satisfies SiteConfigInput['messages']
defineConfig({ ...config, messages })
// @ts-expect-error: no such text
defineConfig({ ...config, messages: { serch: 'Suche' } })
// @ts-expect-error: no such theme
defineConfig({ ...config, theme: 'stone' })
// @ts-expect-error: the name is missing
defineConfig({ rootNotionPageId: 'a', domain: 'c', author: 'd' })

export async function useEverything(slot: SlotProps['Callout']): Promise<string> {
  const { isPublished } = await sync({ config, signal: AbortSignal.timeout(1000) })
  const mirror = openMirror({ dataDir: 'data', config })
  const title: string | undefined = mirror.page('/')?.title
  const value = mirror.rows('x', { where: ['a=1'] })[0]?.values['a']
  // @ts-expect-error: a value may be null
  const text: string | number = value
  const rows = await mirror.query('select 1', { limit: 1 })
  // @ts-expect-error: read-only
  mirror.generation = 2
  const server = await createServer({ config })
  await server.listen({ port: 0 })
  await fastify().register(fansite, { prefix: '/wiki', config })
  const icon: string | undefined = slot.block.format?.page_icon
  return [isPublished, title, text, rows.length, icon].join(' ')
}

export function isBusy(error: unknown): boolean {
  return error instanceof FansiteError && error.code === 'busy'
}
