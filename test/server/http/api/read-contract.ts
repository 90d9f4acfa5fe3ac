import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { buildApp } from '../../../../server/app.ts'
import type { Contract } from '../../../support/oracle/api-contract.ts'
import { ROOT_ID } from '../../../support/workspaces/records.ts'
import { patient, testConfig } from '../../../support/workspaces/test-config.ts'

/** The contract as a server of the tests' configuration sends it, without a mirror. */
export async function readContract(): Promise<Contract> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fansite-test-'))
  const app = await buildApp({
    ...patient,
    config: testConfig(ROOT_ID),
    dataDir,
    logLevel: 'error'
  })
  try {
    return (await app.inject('/api/openapi.json')).json<Contract>()
  } finally {
    await app.close()
    rmSync(dataDir, { recursive: true })
  }
}
