import { expect, test } from 'vitest'

import { type AppOptions, buildApp } from '../../../server/app.ts'

test('tests run against the build where they are asked to', async () => {
  const failure = await buildApp({} as AppOptions).catch((error: unknown) => error)
  const isBuild = process.env['FANSITE_TEST_DIST'] === '1'
  expect((failure as Error).stack).toContain(isBuild ? 'dist/node/' : 'server/app.ts')
})
