import { existsSync, readFileSync, writeFileSync } from 'node:fs'

import { type Contract, contractFile } from '../../../support/oracle/api-contract.ts'
import { narrowings } from './narrowings.ts'
import { readContract } from './read-contract.ts'

/** Writes the committed copy of the contract, unless that removes or narrows something of its version. */
const contract = await readContract()
if (existsSync(contractFile)) {
  const committed = JSON.parse(readFileSync(contractFile, 'utf8')) as Contract
  const major = ({ info }: Contract) => info.version.split('.')[0]
  const lost = major(committed) === major(contract) ? narrowings(committed, contract) : []
  if (lost.length > 0) throw new Error(`the contract is narrower:\n${lost.join('\n')}`)
}
writeFileSync(contractFile, `${JSON.stringify(contract, null, 2)}\n`)
