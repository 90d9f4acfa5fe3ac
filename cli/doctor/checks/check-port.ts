import { urlHost } from '../../../server/http/listen.ts'
import type { Environment } from '../../config/environment.ts'
import type { Context } from '../context.ts'
import type { Finding } from '../finding.ts'
import { occupyAddress } from './occupy-address.ts'

const ANSWER_MS = 2000

type Address = Pick<Environment, 'host' | 'port'>

/** Whether a server could listen, or this site already does; the same for its metrics. */
export async function checkPort({ environment }: Context): Promise<Finding[]> {
  if (!environment) {
    return [{ status: 'skipped', code: 'no_environment', what: 'the environment is not valid' }]
  }
  const { metricsAt } = environment
  // A server listens at both addresses at once.
  const site = await occupyAddress(environment)
  const metrics = metricsAt && (await occupyAddress(metricsAt))
  site.release()
  metrics?.release()
  return [
    await siteFinding(environment, site.code),
    ...(metricsAt ? [await metricsFinding(metricsAt, environment, metrics?.code)] : [])
  ]
}

async function siteFinding(at: Address, code: string | undefined): Promise<Finding> {
  const address = addressOf(at)
  if (code === undefined) return { status: 'ok', code: 'port', what: `${address} is free` }
  if (code === 'EADDRINUSE' && (await isFansite(at))) {
    return { status: 'ok', code: 'port_used_by_fansite', what: `fansite answers at ${address}` }
  }
  const [what, remedy] = explain(code, { host: 'HOST', port: 'PORT' })
  return {
    status: 'failure',
    code: 'port_unusable',
    what: `${address} ${what}`,
    remedy,
    facts: { error: code }
  }
}

async function metricsFinding(
  at: Address,
  site: Address,
  code: string | undefined
): Promise<Finding> {
  const address = `${addressOf(at)} for the metrics`
  if (code === undefined) return { status: 'ok', code: 'metrics_port', what: `${address} is free` }
  const isShared = code === 'EADDRINUSE' && at.port === site.port
  if (code === 'EADDRINUSE' && !isShared && (await hasMetrics(at))) {
    const what = `fansite answers at ${address}`
    return { status: 'ok', code: 'metrics_port_used_by_fansite', what }
  }
  const [what, remedy] = isShared
    ? ['has the port of the site', 'set METRICS_PORT to another port']
    : explain(code, { host: 'METRICS_HOST', port: 'METRICS_PORT' })
  return {
    status: 'failure',
    code: isShared ? 'metrics_port_of_site' : 'metrics_port_unusable',
    what: `${address} ${what}`,
    remedy,
    facts: { error: code }
  }
}

/** What is wrong, and the remedy with the names of the variables. */
function explain(
  code: string,
  { host, port }: { host: string; port: string }
): [what: string, remedy: string] {
  if (code === 'EADDRINUSE') {
    return ['is used by another program', `stop that program, or set ${port} to another port`]
  }
  if (code === 'EACCES') {
    const remedy = `set ${port} to a port above 1023, and put a reverse proxy in front`
    return ['may not be used by this user', remedy]
  }
  return [`cannot be used (${code})`, `set ${host} and ${port} to an address of this machine`]
}

function addressOf({ host, port }: Address): string {
  return `${host}:${port}`
}

async function isFansite(at: Address): Promise<boolean> {
  return (await textAt(at, '/healthz')) === '{"status":"ok"}'
}

async function hasMetrics(at: Address): Promise<boolean> {
  return (await textAt(at, '/metrics'))?.includes('# HELP fansite_') === true
}

/** Undefined without an answer: another program need not speak HTTP. */
async function textAt({ host, port }: Address, path: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    return await (await fetch(`http://${urlHost(host)}:${port}${path}`, { signal })).text()
  } catch {
    return undefined
  }
}
