import { Command } from 'commander'

import { ExitCode } from '../exit-codes.ts'
import { findMirror } from '../find-mirror.ts'
import { tamed } from '../query/cell-text.ts'
import { dataOption } from './options.ts'
import { jsonText } from '../json-text.ts'

const examples = `
Examples:
  $ fansite check                    look for damage, and for what editors may want to mend
  $ fansite check --all              list every finding, not only the first ten of a kind
  $ fansite check --json             the same as one document
  $ fansite check --data copy.db     of another data directory, or of a copy of a mirror

Exit codes:
  0 the mirror is whole · 1 it is damaged, or cannot be read · 2 configuration or usage`

interface CheckFlags {
  data?: string
  all?: boolean
  json?: boolean
}

/** `fansite check`: whether the mirror is whole, and what in the wiki may want mending. */
export function checkCommand(): Command {
  return new Command('check')
    .description('Look for damage in the mirror, and for broken links and other flaws of the wiki.')
    .addOption(dataOption())
    .option('--all', 'list every finding')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(runCheck)
}

async function runCheck(flags: CheckFlags): Promise<void> {
  const { openMirrorForReading } = await import('../../db/open-mirror.ts')
  const { findDamage } = await import('../../db/find-damage.ts')
  const { findFlaws } = await import('../../db/find-flaws.ts')
  const { findAssetDamage } = await import('../check-assets.ts')
  const { incompletePages } = await import('../incomplete-pages.ts')
  const { describeCheck } = await import('../describe-check.ts')

  const { file, assets: folder } = findMirror(flags.data)
  const mirror = openMirrorForReading(file)
  try {
    mirror.$client.exec('begin')
    const damage = findDamage(mirror)
    const isReadable = !damage.some(({ kind }) => kind === 'integrity')
    const assets = isReadable ? await findAssetDamage(mirror, folder) : []
    const flaws = isReadable ? findFlaws(mirror) : undefined
    const findings = {
      file,
      damage: [...damage, ...(assets ?? [])],
      are_assets_checked: assets !== undefined,
      flaws,
      incomplete_pages: flaws ? incompletePages(flaws) : []
    }
    if (flags.json) console.log(jsonText(findings, 2))
    else for (const line of describeCheck(findings, flags.all ?? false)) console.log(tamed(line))
    if (findings.damage.length > 0) process.exitCode = ExitCode.failed
  } finally {
    mirror.$client.close()
  }
}
