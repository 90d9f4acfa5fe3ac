import type { SiteConfig } from '../../../site/config/config.ts'
import type { Root } from '../../sync/workspace/probe-root.ts'
import type { Records } from '../../sync/workspace/records/read-records.ts'
import { type RecordTable, recordKey } from '../../sync/workspace/records/record-tables.ts'
import type { Workspace } from '../../sync/workspace/workspace.ts'
import type { Finding } from '../finding.ts'
import { failedCall } from './failed-call.ts'
import { type Subjects, findSubjects } from './find-subjects.ts'
import { recordFinding, recordsFinding } from './records-finding.ts'

/** Rows of the query: enough to see their shape. */
const ROWS = 10

interface AnswerOptions {
  root: Root
  config: SiteConfig
  /** Path of the mirror. */
  file: string
}

/** Sends the requests that follow that for the root page, and compares each response with the known shape. */
export async function checkAnswers(
  workspace: Workspace,
  { root, config, file }: AnswerOptions
): Promise<Finding[]> {
  const chunk = await attempt('loadPageChunk', async () => {
    const { records } = await workspace.pageChunk({ pageId: root.record.id, number: 0, stack: [] })
    return { records, findings: [recordsFinding('loadPageChunk', records)] }
  })
  const blocks = [...(chunk.records?.block.values() ?? [])].filter((block) => block !== null)
  const subjects = findSubjects(root.record, blocks, file)
  const { view, userId } = subjects
  const findings = [
    ...chunk.findings,
    ...(await checkRecord(workspace, 'collection', view?.collectionId)).findings
  ]
  const views = await checkRecord(workspace, 'collection_view', view?.id)
  findings.push(...views.findings)
  findings.push(...(await checkRecord(workspace, 'notion_user', userId)).findings)
  const record = view && views.records?.collection_view.get(view.id)
  const query = record && { view: record, collectionId: view.collectionId }
  findings.push(...(await checkQuery(workspace, query, { root, config })))
  findings.push(...(await checkSigning(workspace, subjects)))
  return findings
}

interface Attempt {
  findings: Finding[]
  records?: Records
}

async function attempt(endpoint: string, call: () => Promise<Attempt>): Promise<Attempt> {
  try {
    return await call()
  } catch (error) {
    return { findings: [failedCall(error, { endpoint })] }
  }
}

/** Requests one record of a table. */
async function checkRecord(
  workspace: Workspace,
  table: RecordTable,
  id: string | undefined
): Promise<Attempt> {
  if (id === undefined) return { findings: [untried(`no ${table} is known`, { table })] }
  return attempt('syncRecordValuesMain', async () => {
    const records = await workspace.records([{ table, id }])
    const damaged = records.damaged.get(recordKey(table, id))
    const found = records[table].get(id)
    return { records, findings: [recordFinding(table, { found, damaged })] }
  })
}

type Query = Pick<Parameters<Workspace['queryCollection']>[0], 'view' | 'collectionId'>

async function checkQuery(
  workspace: Workspace,
  query: Query | undefined | null,
  { root, config }: Pick<AnswerOptions, 'root' | 'config'>
): Promise<Finding[]> {
  const endpoint = 'queryCollection'
  if (!query) return [untried('no view can be read', { endpoint })]
  const { spaceId } = root
  const { timeZone } = config
  const { findings } = await attempt(endpoint, async () => {
    const options = { ...query, spaceId, timeZone, limit: ROWS, isWhole: true }
    const { records } = await workspace.queryCollection(options)
    return { findings: [recordsFinding(endpoint, records)] }
  })
  return findings
}

async function checkSigning(workspace: Workspace, { file }: Subjects): Promise<Finding[]> {
  const endpoint = 'getSignedFileUrls'
  if (!file) return [untried('no stored file is known', { endpoint })]
  const { findings } = await attempt(endpoint, async () => {
    const [signed] = await workspace.signFiles([file])
    if (signed !== null && signed !== undefined) {
      const what = `${endpoint}: a file is signed`
      return { findings: [{ status: 'ok', code: 'shape_known', what, facts: { endpoint } }] }
    }
    const what = `${endpoint}: the workspace signs no URL for ${file.url}`
    const remedy = 'look at the file in Notion; the sync reports files that it cannot fetch'
    const facts = { endpoint }
    return { findings: [{ status: 'warning', code: 'file_not_signed', what, remedy, facts }] }
  })
  return findings
}

function untried(why: string, facts: Record<string, string>): Finding {
  const [name = ''] = Object.values(facts)
  return { status: 'skipped', code: 'nothing_to_ask', what: `${name}: ${why}`, facts }
}
