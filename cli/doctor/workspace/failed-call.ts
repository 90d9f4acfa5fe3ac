import { ConfigError } from '../../../site/config/read-config.ts'
import { CallError, networkRemedy } from '../../sync/workspace/call-error.ts'
import { OutageError } from '../../sync/workspace/request-budget.ts'
import { ResponseError } from '../../sync/workspace/response-error.ts'
import { ShrinkError, SyncError } from '../../sync/sync-error.ts'
import { type Facts, type Finding, causeAndRemedy, errorCode, updateRemedy } from '../finding.ts'

const offline =
  'the site continues with the last publication, and "--offline" leaves these checks out'
const checkLater = 'try again later, and check the proxy and NOTION_API_BASE_URL; if it stays'
const later = 'try again later; the site continues with the last publication'

/** The finding for a failed request. Rethrows errors that do not come from a request. */
export function failedCall(error: unknown, facts: Facts = {}): Finding {
  if (error instanceof ConfigError) return failure('wrong_space', error.message, facts)
  if (error instanceof SyncError || error instanceof ShrinkError)
    return failure('root_unreadable', error.message, facts)
  const call = error instanceof OutageError ? (error.cause ?? error) : error
  if (call instanceof OutageError) return failure('workspace_denied', call.message, facts)
  if (!(call instanceof CallError)) throw error
  const { code, remedy } = kindOf(call)
  const known = {
    ...facts,
    error: errorCode(call),
    ...(call.status && { http_status: call.status })
  }
  return failure(code, `${call.message}; ${remedy}`, known)
}

function kindOf(call: CallError): { code: string; remedy: string } {
  if (call.cause instanceof ResponseError) {
    // A page of a proxy, of a portal or about maintenance comes as HTML with status 200.
    const isJson = !(call.cause.cause instanceof SyntaxError)
    const remedy = isJson ? updateRemedy : `${checkLater}, ${updateRemedy}`
    return { code: 'shape_unknown', remedy }
  }
  if (call.isRateLimit) {
    const remedy = 'wait some minutes; if it stays, sync less often or with a lower --rate'
    return { code: 'rate_limited', remedy }
  }
  if (call.isFinal) return { code: 'request_refused', remedy: updateRemedy }
  if (call.status !== undefined) return { code: 'workspace_failing', remedy: later }
  const isKnown = call.message.endsWith(networkRemedy)
  const remedy = isKnown ? offline : `${networkRemedy}; ${offline}`
  return { code: 'workspace_unreachable', remedy }
}

function failure(code: string, message: string, facts: Facts): Finding {
  return { status: 'failure', code, ...causeAndRemedy(message), facts }
}
