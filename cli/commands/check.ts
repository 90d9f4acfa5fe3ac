import { existsSync } from 'node:fs'

import { Command } from 'commander'

import type { Damage } from '../../db/check/find-damage.ts'
import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { ExitCode } from '../process/exit-code.ts'
import { findMirror } from '../config/find-mirror.ts'
import { tamed } from '../formats/terminal-text.ts'
import { dataOption } from './data-option.ts'
import { jsonText } from '../formats/json-text.ts'

const examples = `
Examples:
  $ fansite check                    look for damage, and for what editors may want to mend
  $ fansite check --files            only compare every file with its hash
  $ fansite check --all              list every finding, not only the first ten of a kind
  $ fansite check --json             the same as one document
  $ fansite check --data copy.db     of another data directory, or of a copy of a mirror

The next sync fetches files again that are damaged or missing.

Exit codes:
  0 the mirror is whole · 1 it is damaged, or cannot be read · 2 configuration or usage`

interface CheckFlags {
  data?: string
  files?: boolean
  all?: boolean
  json?: boolean
}

/** `fansite check`: whether the mirror is whole, and what in the wiki may want mending. */
export function checkCommand(): Command {
  return new Command('check')
    .description('Look for damage in the mirror, and for broken links and other flaws of the wiki.')
    .addOption(dataOption())
    .option('--files', 'only compare every file of the pages with its hash')
    .option('--all', 'list every finding')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(runCheck)
}

async function runCheck(flags: CheckFlags): Promise<void> {
  const { openMirrorForReading } = await import('../../db/mirror/open-mirror.ts')
  const { findDamage } = await import('../../db/check/find-damage.ts')
  const { findFlaws } = await import('../../db/check/find-flaws.ts')
  const { incompletePages } = await import('../check/incomplete-pages.ts')
  const { describeCheck } = await import('../check/describe-check.ts')

  const place = findMirror(flags.data)
  const { file } = place
  const isAll = flags.files !== true
  const mirror = openMirrorForReading(file)
  try {
    mirror.$client.exec('begin')
    const damage = isAll ? findDamage(mirror) : []
    const isReadable = !damage.some(({ kind }) => kind === 'integrity')
    // A copy of a mirror alone is whole without files.
    const areAssetsChecked = isReadable && (!isAll || existsSync(place.assets))
    const assets = areAssetsChecked ? await checkAssets(mirror, place) : []
    const flaws = isReadable && isAll ? findFlaws(mirror) : undefined
    const findings = {
      file,
      damage: [...damage, ...assets],
      are_assets_checked: areAssetsChecked || !isReadable,
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

/** Stored files whose content has changed; the next sync of the data directory fetches them again. */
async function checkAssets(mirror: Mirror, { folder, assets }: MirrorPaths): Promise<Damage[]> {
  const { findAssetFaults } = await import('../check/find-asset-faults.ts')
  const { DamagedFiles } = await import('../check/damaged-files.ts')
  const faults = await findAssetFaults(mirror, assets)
  const altered = faults.filter(({ isAltered }) => isAltered).map(({ hash }) => hash)
  try {
    if (folder !== undefined) new DamagedFiles(folder).replace(altered)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`warning: the next sync does not know of damaged files: ${reason}`)
  }
  return faults.map(({ source, what }) => ({ kind: 'asset', where: source, what }))
}
