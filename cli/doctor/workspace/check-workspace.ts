import type { SiteConfig } from '../../../site/config/config.ts'
import type { Environment } from '../../config/environment.ts'
import { connectWorkspace } from '../../sync/workspace/connect-workspace.ts'
import { type Root, probeRoot } from '../../sync/workspace/probe-root.ts'
import type { Workspace } from '../../sync/workspace/workspace.ts'
import type { Context } from '../context.ts'
import { type Finding, type NamedFinding, updateRemedy } from '../finding.ts'
import { checkAnswers } from './check-answers.ts'
import { clockFinding } from './clock-finding.ts'
import { failedCall } from './failed-call.ts'

const TIMEOUT_MS = 20_000

interface WorkspaceFindings {
  findings: NamedFinding[]
  /** Requests sent to the workspace. */
  requests: number
}

/**
 * Whether the workspace can be reached and its responses have the known shapes: one request for each
 * endpoint and table that the sync uses, seven in all, without retries. The sync's own client sends and
 * parses them. A missing root page is requested three times, and several failures add a probe.
 */
export async function checkWorkspace(context: Context): Promise<WorkspaceFindings> {
  const { config, environment, flags } = context
  if (flags.offline) return skippedAll('offline', '--offline')
  if (!config || !environment)
    return skippedAll('no_configuration', 'the configuration is not valid')
  return requestAll(context, config, environment)
}

async function requestAll(
  { flags, paths }: Context,
  config: SiteConfig,
  environment: Environment
): Promise<WorkspaceFindings> {
  let clock: Finding | undefined
  const connection = await connectWorkspace(config, environment, {
    concurrency: 1,
    attempts: 1,
    callTimeoutMs: flags.timeout ?? TIMEOUT_MS,
    onHeaders: (headers) => (clock ??= clockFinding(headers.get('date'), Date.now()))
  })
  const { workspace, name } = connection
  try {
    const { root, finding } = await findRoot(workspace, config, name)
    const answers = root
      ? await checkAnswers(workspace, { root, config, file: paths.file })
      : [{ status: 'skipped', code: 'no_root', what: 'the root page cannot be read' } as const]
    clock ??= { status: 'skipped', code: 'no_answer', what: 'no response has come' }
    const findings = [
      { check: 'workspace', ...finding },
      { check: 'clock', ...clock },
      ...answers.map((answer) => ({ check: 'answers', ...answer }))
    ]
    return { findings, requests: workspace.budget.requests }
  } finally {
    await connection.close()
  }
}

async function findRoot(
  workspace: Workspace,
  config: SiteConfig,
  name: string
): Promise<{ root?: Root; finding: Finding }> {
  try {
    const root = await probeRoot(workspace, config, undefined)
    workspace.canaryId = config.rootNotionPageId
    const { damaged } = root
    if (!damaged) {
      const what = `${name} answers, and the root page can be read`
      return { root, finding: { status: 'ok', code: 'workspace', what } }
    }
    const what = `the record of the root page has ${damaged.reason}`
    const cause = { what, remedy: updateRemedy, facts: { fields: damaged.fields } }
    return { root, finding: { status: 'failure', code: 'root_damaged', ...cause } }
  } catch (error) {
    return { finding: failedCall(error) }
  }
}

function skippedAll(code: string, what: string): WorkspaceFindings {
  const checks = ['workspace', 'clock', 'answers']
  return {
    findings: checks.map((check) => ({ check, status: 'skipped', code, what })),
    requests: 0
  }
}
