import { SAMPLE_ROOT_PAGE_ID } from '../../../demo/sample/sample-root.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import type { Environment } from '../../config/environment.ts'
import { isLoopback } from '../../config/is-loopback.ts'
import { type BudgetLimits, RequestBudget } from './request-budget.ts'
import { Workspace, type WorkspaceOptions } from './workspace.ts'

const DEFAULT_BASE_URL = 'https://app.notion.com/api/v3'
/** The limit of Notion's official API; none is published for this API. */
const REAL_RATE_PER_SECOND = 3
const DEFAULT_CONCURRENCY = 8

export interface Connection {
  workspace: Workspace
  /** Origin of the workspace's web host. */
  origin: string
  /** For the progress line: the sample workspace, or the base URL. */
  name: string
  close: () => Promise<void>
}

/** Limits of the run, and what receives responses. */
type ConnectOptions = {
  [Limit in keyof BudgetLimits]?: BudgetLimits[Limit] | undefined
} & Pick<WorkspaceOptions, 'callTimeoutMs' | 'onUnexpected' | 'onHeaders'>

/**
 * Connects to the configured workspace. When the root page is that of the built-in sample and
 * `NOTION_API_BASE_URL` is unset, the sample's API starts in this process on a free port; otherwise
 * the API is the one at `NOTION_API_BASE_URL` or Notion's.
 */
export async function connectWorkspace(
  config: SiteConfig,
  environment: Environment,
  options: ConnectOptions
): Promise<Connection> {
  const isSample =
    config.rootNotionPageId === SAMPLE_ROOT_PAGE_ID && environment.apiBaseUrl === undefined
  const sample = isSample ? await startSample() : undefined
  const baseUrl = sample?.baseUrl ?? environment.apiBaseUrl ?? DEFAULT_BASE_URL
  const defaultRate = isLoopback(new URL(baseUrl)) ? null : REAL_RATE_PER_SECOND
  const { signal, concurrency = DEFAULT_CONCURRENCY, ratePerSecond = defaultRate } = options
  const { attempts, callTimeoutMs, onUnexpected, onHeaders } = options
  const budget = new RequestBudget({ signal, concurrency, ratePerSecond, attempts })

  return {
    workspace: new Workspace({
      baseUrl,
      token: environment.token,
      activeUser: environment.activeUser,
      budget,
      callTimeoutMs,
      onUnexpected,
      onHeaders
    }),
    origin: new URL(baseUrl).origin,
    name: sample ? 'the built-in sample workspace' : baseUrl,
    close: async () => sample?.close()
  }
}

/** Imported on demand: only the sample needs the API server. */
async function startSample() {
  const { sampleAssets, sampleWorkspace } = await import('../../../demo/sample/sample.ts')
  const { startWorkspaceApi } = await import('../../../demo/api/workspace-api.ts')
  return startWorkspaceApi({ workspace: sampleWorkspace(), assets: sampleAssets })
}
