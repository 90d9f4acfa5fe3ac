import { expect, test } from 'vitest'

import { type AppOptions, buildApp } from '../../../server/app.ts'
import { patient } from '../../support/workspaces/test-config.ts'

test('routes, errors and headers are tested with the built server', async () => {
  const failure = await buildApp({ ...patient } as AppOptions).catch((error: unknown) => error)
  expect((failure as Error).stack).toContain('dist/node/')
})
