import { Command, InvalidArgumentError, Option } from 'commander'

import { jsonText } from '../../site/formats/json-text.ts'
import type { SocialImages } from '../../static/addresses/place-picture.ts'
import type { BuildResult } from '../../static/build-site.ts'
import { findPublicMirror } from '../config/find-public-mirror.ts'
import { terminalText } from '../formats/terminal-text.ts'
import { ExitCode } from '../process/exit-code.ts'
import { stopSignal } from '../process/stop-signal.ts'
import { dataOption } from './options/data-option.ts'
import { parseFolder } from './options/parse-text.ts'
import { counted, megabytes } from '../formats/quantities.ts'

interface BuildFlags {
  data?: string
  basePath: string
  socialImages: SocialImages
  complete?: boolean
  json?: boolean
}

const examples = `
Examples:
  $ fansite build wiki               write the whole site as files, for any host of static files
  $ fansite build wiki --base-path /wiki
                                     for a site below a path of its host
  $ fansite build wiki --json        print the counts as one JSON document

The folder must be new, empty or made by an earlier build. It becomes a symbolic link to a version in a
hidden folder beside it, and changes in one moment. The next build makes only what has changed. A build
that was stopped is continued by the next one.

Exit codes:
  0 done · 1 no mirror, or the folder cannot be written or has other files
  2 wrong configuration or usage
  3 written without some pages or pictures, which are listed · 5 another build of this folder is running
  130/143 interrupted`

/** `fansite build`: writes the site as static files. */
export function buildCommand(): Command {
  return new Command('build')
    .description('Write the site as a folder of static files.')
    .argument('<dir>', 'folder to write to', parseFolder)
    .addOption(dataOption())
    .option('--base-path <path>', 'path of the site on its host, such as /wiki', parseBasePath, '')
    .addOption(
      new Option('--social-images <which>', 'one for each page, or one for the site')
        .choices(['pages', 'site'])
        .default('pages')
    )
    .option('--complete', 'make every file again')
    .option('--json', 'print the counts as one JSON document')
    .addHelpText('after', examples)
    .action(build)
}

async function build(dir: string, flags: BuildFlags): Promise<void> {
  const { paths, config, environment } = await findPublicMirror(flags.data)
  const { file: mirrorFile } = paths
  const { dataDir, analytics } = environment
  const { signal, release } = stopSignal(undefined)
  // Imported on demand: other commands need neither React nor the renderers.
  const { startBuild } = await import('../../static/start-build.ts')
  try {
    const isComplete = flags.complete === true
    const { basePath, socialImages } = flags
    const place = { dir, basePath, socialImages, isComplete }
    const options = { config, dataDir, mirrorFile, analytics, ...place, signal, onFailure: report }
    const result = await startBuild(options)
    for (const line of [...result.notes, ...result.failures]) console.error(terminalText(line))
    console.log(flags.json ? jsonText(result, 2) : describe(result))
    if (result.failures.length > 0) process.exitCode = ExitCode.partial
  } finally {
    release()
  }
}

function report(error: unknown): void {
  console.error(String(error))
}

function describe({ dir, pages, files, bytes, rendered, written, failures }: BuildResult): string {
  const missing = failures.length === 0 ? '' : `, ${failures.length} missing`
  return [
    `${dir}: ${counted(pages, 'page')} in ${counted(files, 'file')}, ${megabytes(bytes)};`,
    `${rendered} rendered, ${counted(written, 'file')} written${missing}`
  ].join(' ')
}

function parseBasePath(value: string): string {
  const path = value.replace(/\/+$/, '')
  // Browsers resolve the segments `.` and `..`.
  if (/^(\/(?!\.{1,2}(\/|$))[\w.~-]+)*$/.test(path)) return path
  throw new InvalidArgumentError('Write a path such as /wiki.')
}
