import Database from 'better-sqlite3'

import { version, wantedNode } from '../../config/version.ts'
import { type Finding, causeAndRemedy, errorCode } from '../finding.ts'
import { messageOf } from '../../../site/formats/error-message.ts'

/** The versions of Node and SQLite. */
export function checkNode(): Finding[] {
  const { version: node } = process
  if (node.slice(1).localeCompare(wantedNode, 'en', { numeric: true }) < 0) {
    return [
      {
        status: 'failure',
        code: 'node_too_old',
        what: `Node ${node} is older than ${wantedNode}`,
        remedy: `install Node ${wantedNode} or newer, then run "npm ci"`,
        facts: { node }
      }
    ]
  }
  return [sqliteFinding(node)]
}

function sqliteFinding(node: string): Finding {
  try {
    const database = new Database(':memory:')
    const sqlite = String(database.prepare('select sqlite_version()').pluck().get())
    database.close()
    const what = `fansite ${version}, Node ${node.slice(1)}, SQLite ${sqlite}`
    return { status: 'ok', code: 'node', what, facts: { sqlite } }
  } catch (error) {
    // The driver was compiled for another version of Node, for example.
    const { what } = causeAndRemedy(`the SQLite driver cannot be loaded: ${messageOf(error)}`)
    const remedy = 'run "npm ci" with the Node that runs fansite'
    const facts = { error: errorCode(error) }
    return { status: 'failure', code: 'sqlite_not_loaded', what, remedy, facts }
  }
}
