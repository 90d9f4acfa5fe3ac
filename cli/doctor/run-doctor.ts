import { jsonText } from '../../site/formats/json-text.ts'
import { terminalText } from '../formats/terminal-text.ts'
import { ExitCode } from '../process/exit-code.ts'
import { checkAssets } from './checks/check-assets.ts'
import { checkBuild } from './checks/check-build.ts'
import { checkConfiguration } from './checks/check-configuration.ts'
import { checkDisk } from './checks/check-disk.ts'
import { checkFolder } from './checks/check-folder.ts'
import { checkMirror } from './checks/check-mirror.ts'
import { checkNode } from './checks/check-node.ts'
import { checkPort } from './checks/check-port.ts'
import { checkRedis } from './checks/check-redis.ts'
import { checkRunningSync } from './checks/check-running-sync.ts'
import { checkStaging } from './checks/check-staging.ts'
import { checkWorkspace } from './workspace/check-workspace.ts'
import { type Context, type DoctorFlags, loadContext } from './context.ts'
import { describeFindings, doctorDocument } from './describe-findings.ts'
import { type Finding, type NamedFinding, errorCode } from './finding.ts'
import { messageOf } from '../../site/formats/error-message.ts'
import { writeReport } from './write-report.ts'

type Check = (context: Context) => Finding[] | Promise<Finding[]>

/** The checks that send no request, in the order of the output. */
const checks: [name: string, check: Check][] = [
  ['node', checkNode],
  ['build', checkBuild],
  ['configuration', checkConfiguration],
  ['folder', checkFolder],
  ['disk', checkDisk],
  ['sync', checkRunningSync],
  ['mirror', checkMirror],
  ['assets', checkAssets],
  ['staging', checkStaging],
  ['port', checkPort],
  ['redis', checkRedis]
]

/** Runs `fansite doctor`: all checks, their output, the report and the exit code. */
export async function runDoctor(flags: DoctorFlags): Promise<void> {
  const context = await loadContext(flags)
  const findings: NamedFinding[] = []
  for (const [name, check] of checks) findings.push(...(await attempt(name, check, context)))
  const workspace = await requestWorkspace(context)
  findings.push(...workspace.findings)
  const { requests } = workspace
  const { report } = flags
  const fault = report === undefined ? undefined : reportFault(report, { findings, requests })
  if (flags.json) {
    const failed = fault ? { error: fault, exit_code: ExitCode.failed } : {}
    console.log(jsonText({ ...doctorDocument(findings, requests), ...failed }, 2))
  } else for (const line of describeFindings(findings, requests)) console.log(terminalText(line))
  if (fault) console.error(terminalText(fault))
  else if (report !== undefined)
    console.error(`the report is in ${report}; read it before you send it`)
  const isFailed = fault !== undefined || findings.some(({ status }) => status === 'failure')
  if (isFailed) process.exitCode = ExitCode.failed
}

/** Writes the report. Returns the reason of a failure, so that the findings are printed all the same. */
function reportFault(file: string, content: Parameters<typeof writeReport>[1]): string | undefined {
  try {
    writeReport(file, content)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

async function requestWorkspace(context: Context) {
  let requests = 0
  const check = async (): Promise<NamedFinding[]> => {
    const workspace = await checkWorkspace(context)
    requests = workspace.requests
    return workspace.findings
  }
  return { findings: await attempt('workspace', check, context), requests }
}

/** A check that throws is a finding, and the others run. */
async function attempt(check: string, run: Check, context: Context): Promise<NamedFinding[]> {
  const findings = await Promise.resolve(context)
    .then(run)
    .catch((error: unknown): Finding[] => [
      {
        status: 'failure',
        code: 'check_failed',
        what: messageOf(error),
        remedy: 'read the message; if it does not help, report it with "fansite doctor --report"',
        facts: { error: errorCode(error) }
      }
    ])
  return findings.map((finding) => ({ check, ...finding }))
}
