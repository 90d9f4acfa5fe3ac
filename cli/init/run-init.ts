import { ConfigError, readSiteConfig } from '../../site/config/read-config.ts'
import { parsePageLink } from '../../site/notion/blocks/page-link.ts'
import { explained, folderAdvice } from '../../db/mirror/mirror-error.ts'
import { CallError, networkRemedy } from '../sync/workspace/call-error.ts'
import { type Environment, readEnvironment } from '../config/environment.ts'
import { terminalText } from '../formats/terminal-text.ts'
import { type Ask, isTerminal, withQuestions } from './ask.ts'
import { type FoundRoot, checkRoot } from './check-root.ts'
import { type SiteFacts, siteFiles } from './site-files.ts'
import { refuseExisting, refuseFolders, writeFiles } from './write-files.ts'
import { messageOf } from '../../site/formats/error-message.ts'

/** The options of `fansite init`. */
export interface InitFlags {
  root?: string
  name?: string
  domain?: string
  author?: string
  yes?: boolean
  /** False with `--no-check`. */
  check: boolean
  force?: boolean
}

/** Keys of the configuration by the option that sets them. */
const keys = { root: 'rootNotionPageId', name: 'name', domain: 'domain', author: 'author' } as const
type Option = keyof typeof keys

/** Used where a default is still unknown: it must be valid. */
const anyFacts: SiteFacts = {
  rootNotionPageId: '00000000-0000-4000-8000-000000000000',
  name: 'Wiki',
  domain: 'localhost',
  author: 'Wiki'
}

/**
 * Runs `fansite init`: asks for what no option gives, looks for the root page, and writes the files of
 * a site into the current folder. Throws `ConfigError` for wrong options and existing files, and the
 * errors of `checkRoot`; nothing is written then.
 */
export async function runInit(flags: InitFlags): Promise<void> {
  const folder = process.cwd()
  const isForced = flags.force === true
  const environment = readEnvironment(process.env)
  refuseWrongFlags(flags)
  const refuse = isForced ? refuseFolders : refuseExisting
  refuse(folder, Object.keys(siteFiles(anyFacts)))
  const isAsked = !flags.yes && missingFlags(flags).length > 0
  const facts = isAsked
    ? await withQuestions((ask) => askFacts(flags, { environment, ask }))
    : await takeDefaults(flags, environment)
  const files = siteFiles(facts)
  explained(folder, () => writeFiles(folder, files, { isForced }), folderAdvice)
  console.log(`Wrote ${Object.keys(files).join(', ')}`)
  console.log('Run "npx fansite start": the site will be at http://localhost:3000')
}

function missingFlags(flags: InitFlags): Option[] {
  return (Object.keys(keys) as Option[]).filter((option) => flags[option] === undefined)
}

/** Throws `ConfigError` before anything is asked of a person or the workspace. */
function refuseWrongFlags(flags: InitFlags): void {
  const missing = missingFlags(flags)
  const problems = (Object.keys(keys) as Option[]).flatMap((option) => {
    const value = flags[option]
    const problem = value === undefined ? undefined : problemOf(option, value)
    return problem === undefined ? [] : [`--${option}: ${problem}`]
  })
  if (flags.yes && missing.includes('root')) {
    problems.push('--yes asks for no values, and the root page has no default; add --root')
  } else if (!flags.yes && missing.length > 0 && !isTerminal()) {
    const names = missing.map((option) => `--${option}`).join(', ')
    problems.push(
      `there is no terminal to ask for missing values; add ${names}, or --root and --yes for the defaults`
    )
  }
  if (problems.length > 0) throw new ConfigError(problems)
}

/** What is wrong with the value of an option, as for its key in `site.config.ts`. */
function problemOf(option: Option, value: string): string | undefined {
  if (option === 'root' && parsePageLink(value) === undefined) {
    return `"${terminalText(value)}" is not a link to a Notion page; copy it in Notion (Share > Copy link), or write the id of the page`
  }
  try {
    readSiteConfig({ ...anyFacts, [keys[option]]: value })
    return undefined
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.join('; ')
  }
}

async function takeDefaults(flags: InitFlags, environment: Environment): Promise<SiteFacts> {
  const { rootNotionPageId } = readSiteConfig({ ...anyFacts, rootNotionPageId: flags.root })
  const found = await findRoot(rootNotionPageId, { flags, environment })
  const name = flags.name ?? (found?.title || anyFacts.name)
  const { domain = anyFacts.domain, author = name } = flags
  return { rootNotionPageId, name, domain, author }
}

async function askFacts(
  flags: InitFlags,
  { environment, ask }: { environment: Environment; ask: Ask }
): Promise<SiteFacts> {
  const answer = async (option: Option, question: string, initial?: string) =>
    flags[option] ?? ask({ question, initial, check: (value: string) => problemOf(option, value) })
  const link = await answer('root', 'Link to the root page, which becomes the home page')
  const { rootNotionPageId } = readSiteConfig({ ...anyFacts, rootNotionPageId: link })
  const found = await findRoot(rootNotionPageId, { flags, environment })
  const name = await answer('name', 'Name of the site', found?.title || anyFacts.name)
  const domain = await answer('domain', 'Host of the site', anyFacts.domain)
  const author = await answer('author', 'Author of the site', name)
  return { rootNotionPageId, name, domain, author }
}

/** Looks for the root page and prints what it is; undefined with `--no-check`. */
async function findRoot(
  rootNotionPageId: string,
  { flags, environment }: { flags: InitFlags; environment: Environment }
): Promise<FoundRoot | undefined> {
  if (!flags.check) return undefined
  const config = readSiteConfig({ ...anyFacts, rootNotionPageId })
  const found = await checkRoot(config, environment).catch((error: unknown) => {
    const cause = messageOf(error)
    const isUnreachable = error instanceof CallError && error.status === undefined
    const network = isUnreachable && !cause.endsWith(networkRemedy) ? `; ${networkRemedy}` : ''
    throw new Error(
      `${cause}${network}; nothing was written; to write the files all the same, add --no-check`,
      { cause: error }
    )
  })
  const title = terminalText(found.title || 'Untitled')
  console.log(`Found the ${found.kind} "${title}" in ${found.workspace}`)
  return found
}
