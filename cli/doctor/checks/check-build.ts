import { readBuildState } from '../../../server/process/load-module.js'
import type { Context } from '../context.ts'
import { type Finding, causeAndRemedy } from '../finding.ts'
import { messageOf } from '../../../site/formats/error-message.ts'

/** Whether the build of the command is current, and that of scripts and styles exists. */
export async function checkBuild({ config }: Context): Promise<Finding[]> {
  const findings = [commandFinding()]
  // Imported on demand: a part of the server.
  const { readPageAssets } = await import('../../../server/render/document/page-assets.ts')
  try {
    readPageAssets({ theme: config?.theme ?? 'notion', basePath: '' })
  } catch (error) {
    const parts = causeAndRemedy(messageOf(error))
    findings.push({ status: 'failure', code: 'scripts_not_built', ...parts })
  }
  return findings
}

function commandFinding(): Finding {
  const { isCurrent, changed } = readBuildState()
  if (isCurrent) return { status: 'ok', code: 'build', what: 'the build is current' }
  const remedy = 'run "npm run build" for a faster start'
  return changed === undefined
    ? {
        status: 'warning',
        code: 'build_missing',
        what: 'there is no build, so each start compiles the sources',
        remedy
      }
    : {
        status: 'warning',
        code: 'build_stale',
        what: `the build is stale (${changed} has changed), so each start compiles the sources`,
        remedy
      }
}
