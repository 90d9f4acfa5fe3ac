import { fastify } from 'fastify'

import fansite, { FansiteError, createServer, openMirror, sync } from 'fansite'

// A tool that uses every function of the package, and prints what it got.

const config = JSON.parse(process.env.CONFIG)
const site = { config, dataDir: 'own-data' }
const published = []
for (let run = 0; run < 2; run++) published.push((await sync(site)).isPublished)

const mirror = openMirror({ dataDir: 'own-data' })
const { generation } = mirror
const pages = mirror.pages()
const page = mirror.page('/techniques')
const [row] = mirror.rows('techniques', { where: ['technique=Ember'], columns: ['oil_cost'] })
const [hit] = await mirror.search('lantern', { limit: 1 })
const [{ n }] = await mirror.query('select count(*) as n from page where id <> ?', {
  values: ['none']
})
const errors = await Promise.all(
  [
    async () => openMirror({ dataDir: 'missing' }),
    async () => mirror.rows('missing'),
    async () => mirror.query('delete from page'),
    async () => createServer({ ...site, config: { ...config, domain: 'https://x' } }),
    async () => sync({ ...site, signal: AbortSignal.abort() })
  ].map((fails) => fails().catch((error) => error instanceof FansiteError && error.code))
)
mirror.close()

const server = await createServer(site)
const { statusCode } = await server.inject('/techniques')
await server.close()

const host = fastify()
host.get('/', async () => 'own')
await host.register(fansite, { prefix: '/wiki', ...site })
const { body } = await host.inject('/')
const mounted = await host.inject('/wiki/techniques')
await host.close()

console.log(
  JSON.stringify({
    published,
    generation,
    page: page.markdown.includes('Ember') && page.title === 'Techniques',
    rows: row.path === '/ember' && row.values.oil_cost === 14,
    hit: hit.path,
    counted: n === pages.length,
    errors,
    server: statusCode,
    host: body,
    mounted: mounted.statusCode
  })
)
