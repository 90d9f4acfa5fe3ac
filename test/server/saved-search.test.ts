import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import { buildApp } from '../../server/app.ts'
import { pageBlock, testId, workspaceOf } from '../records.ts'
import { type TestSite, openSite } from '../site.ts'
import { onFinished } from '../on-finished.ts'

const workspace = workspaceOf([testId(10)], [pageBlock(10, 'Lantern Step')])
let site: TestSite
let saved: string

beforeAll(async () => {
  site = await openSite({ workspace })
  const first = await serve()
  await found(first, 'lantern')
  await first.close()
  saved = readFileSync(fileOf(), 'utf8')
})

const fileOf = () => path.join(site.dataDir, 'search-names.json')

async function serve() {
  const app = await buildApp({ config: site.config, dataDir: site.dataDir, logLevel: 'silent' })
  onFinished(() => app.close())
  return app
}

async function found(app: Awaited<ReturnType<typeof serve>>, query: string): Promise<string[]> {
  const { results } = (await app.inject(`/api/search-notion?query=${query}`)).json<{
    results: { title: string }[]
  }>()
  return results.map(({ title }) => title)
}

/** What the next server finds for misspelt words of names, when this was left by the one before. */
async function foundAfter(left: string, query: string): Promise<string[]> {
  writeFileSync(fileOf(), left)
  return found(await serve(), query)
}

test('a server leaves its index of names for the next one, which asks it', async () => {
  expect(await foundAfter(saved, 'lantrn')).toEqual(['Lantern Step'])
  // Only who takes what was left knows this word.
  const other = saved.replaceAll('lantern', 'quokkas')
  expect(await foundAfter(other, 'quokas')).toEqual(['Lantern Step'])
})

test.each([
  ['of another publication', (text: string) => text.replace(/"digest":"./, '"digest":"-')],
  ['of another tokenizer', (text: string) => text.replace('"tokenizer":', '"tokenizer":9')],
  ['cut', (text: string) => text.slice(0, -9)]
])('an index that is %s is left aside, and made anew', async (_what, change) => {
  const left = change(saved.replaceAll('lantern', 'quokkas'))
  expect(await foundAfter(left, 'quokas')).toEqual([])
  writeFileSync(fileOf(), left)
  expect(await found(await serve(), 'lantrn')).toEqual(['Lantern Step'])
})
