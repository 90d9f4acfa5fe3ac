import { existsSync } from 'node:fs'

import { Command } from 'commander'

import type { Damage } from '../../db/check/find-damage.ts'
import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { ExitCode } from '../process/exit-code.ts'
import { findMirror } from '../config/find-mirror.ts'
import { terminalText } from '../formats/terminal-text.ts'
import { dataOption } from './options/data-option.ts'
import { jsonText } from '../../site/formats/json-text.ts'
import { messageOf } from '../../site/formats/error-message.ts'

const examples = `
Examples:
  $ fansite check                    check the mirror, the stored files and the content
  $ fansite check --files            only compare every stored file with its hash
  $ fansite check --all              list every finding instead of the first ten of each kind
  $ fansite check --json             print the findings as one JSON document
  $ fansite check --data copy.db     check a copy of a mirror, or another data directory

The next sync fetches missing and corrupted files again.

Exit codes:
  0 the mirror is intact · 1 it is damaged or cannot be read · 2 wrong configuration or usage`

interface CheckFlags {
  data?: string
  files?: boolean
  all?: boolean
  json?: boolean
}

/** `fansite check`: finds damage in the mirror and flaws in the content. */
export function checkCommand(): Command {
  return new Command('check')
    .description('Check the mirror for damage, and its pages for broken links and other flaws.')
    .addOption(dataOption())
    .option('--files', 'only compare every stored file with its hash')
    .option('--all', 'list every finding instead of the first ten of each kind')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(runCheck)
}

async function runCheck(flags: CheckFlags): Promise<void> {
  const { explainFailure } = await import('../../db/mirror/mirror-error.ts')
  const { openMirrorForReading } = await import('../../db/mirror/open-mirror.ts')
  const { findDamage } = await import('../../db/check/find-damage.ts')
  const { findFlaws } = await import('../../db/check/find-flaws.ts')
  const { incompletePages } = await import('../check/incomplete-pages.ts')
  const { describeCheck } = await import('../check/describe-check.ts')
  const { untranslatedTexts } = await import('../check/untranslated-texts.ts')
  const { uselessSpoilerProperties } = await import('../check/spoiler-properties.ts')
  const { loadSettings } = await import('../config/load-settings.ts')

  const paths = findMirror(flags.data)
  const { file } = paths
  const isAll = flags.files !== true
  const config = isAll ? (await loadSettings(process.env)).config : undefined
  const mirror = openMirrorForReading(file)
  try {
    mirror.$client.exec('begin')
    const damage = isAll ? findDamage(mirror) : []
    const isReadable = !damage.some(({ kind }) => kind === 'integrity')
    // A mirror that was copied without its files is not damaged.
    const areAssetsChecked = isReadable && (!isAll || existsSync(paths.assets))
    const assets = areAssetsChecked ? await checkAssets(mirror, paths) : []
    const flaws = isReadable && isAll ? findFlaws(mirror) : undefined
    const findings = {
      file,
      damage: [...damage, ...assets],
      are_assets_checked: areAssetsChecked || !isReadable,
      flaws,
      incomplete_pages: flaws ? incompletePages(flaws) : [],
      useless_spoiler_properties:
        config && flaws ? uselessSpoilerProperties(mirror, config.spoilers) : [],
      untranslated_texts: config ? untranslatedTexts(config) : []
    }
    if (flags.json) console.log(jsonText(findings, 2))
    else
      for (const line of describeCheck(findings, flags.all ?? false))
        console.log(terminalText(line))
    if (findings.damage.length > 0) process.exitCode = ExitCode.failed
  } catch (error) {
    // Damage may be so severe that the checks themselves cannot read the file.
    throw explainFailure(error, file)
  } finally {
    mirror.$client.close()
  }
}

/** Finds missing and corrupted files, and lists the corrupted ones for the next sync. */
async function checkAssets(mirror: Mirror, { folder, assets }: MirrorPaths): Promise<Damage[]> {
  const { findAssetFaults } = await import('../check/find-asset-faults.ts')
  const { referencedAssets } = await import('../check/referenced-assets.ts')
  const { DamagedFiles } = await import('../check/damaged-files.ts')
  const faults = await findAssetFaults(referencedAssets(mirror), assets)
  const altered = faults.filter(({ isAltered }) => isAltered).map(({ hash }) => hash)
  try {
    if (folder !== undefined) new DamagedFiles(folder).replace(altered)
  } catch (error) {
    const reason = messageOf(error)
    console.error(
      `warning: the list of corrupted files cannot be written, so the next sync does not fetch them again: ${reason}`
    )
  }
  return faults.map(({ source, what }) => ({ kind: 'asset', where: source, what }))
}
