import { expect, test } from 'vitest'

import { type AppOptions, buildApp } from '../../../server/app.ts'
import { patient } from '../../support/workspaces/test-config.ts'

test('test:dist runs against the build', async () => {
  const failure = await buildApp({ ...patient } as AppOptions).catch((error: unknown) => error)
  const isBuild = process.env['FANSITE_TEST_DIST'] === '1'
  expect((failure as Error).stack).toContain(isBuild ? 'dist/node/' : 'server/app.ts')
})
