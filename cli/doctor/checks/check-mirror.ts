import { existsSync } from 'node:fs'

import { checkMirror as checkPages } from '../../../db/check/check-mirror.ts'
import { readLastRun } from '../../../db/lists/read-last-run.ts'
import {
  DamagedMirrorError,
  MirrorError,
  NewerFileError,
  OutdatedMirrorError,
  explained
} from '../../../db/mirror/mirror-error.ts'
import { type Mirror, readMirror } from '../../../db/mirror/open-mirror.ts'
import { pathRules } from '../../../db/mirror/path-rules.ts'
import { spoilerCopies } from '../../../db/mirror/spoiler-copies.ts'
import { type PublicationFacts, readIdentity } from '../../../db/mirror/read-identity.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import type { Context } from '../context.ts'
import { type Finding, causeAndRemedy, errorCode } from '../finding.ts'
import { counted } from '../../formats/quantities.ts'
import { utcMinute } from '../../formats/utc-minute.ts'

const DAY_MS = 86_400_000
/** A schedule of any kind has failed by then. */
const LATE_MS = 7 * DAY_MS

/** Whether the mirror and that without spoilers open, are intact, have this schema, and were synced lately. */
export function checkMirror({ paths, config }: Context): Finding[] {
  const { file } = paths
  const publicFile = spoilerCopies(file, config?.spoilers ?? null)?.public
  const ofCopy = publicFile !== undefined && existsSync(file) ? copyFindings(publicFile) : []
  return [...ownFindings(file, config), ...ofCopy]
}

function ownFindings(file: string, config: SiteConfig | undefined): Finding[] {
  if (!existsSync(file)) {
    const what = `there is no mirror at ${file}`
    return [{ status: 'warning', code: 'mirror_missing', what, remedy: 'run "fansite sync"' }]
  }
  return findingsIn(file, (mirror) => publicationFindings(mirror, config))
}

/** The site is served from this mirror. After a change of the spoiler rules, the next sync makes it. */
function copyFindings(file: string): Finding[] {
  if (!existsSync(file)) {
    const what = `there is no mirror without spoilers at ${file}, so the site is not available`
    return [
      { status: 'warning', code: 'public_mirror_missing', what, remedy: 'run "fansite sync"' }
    ]
  }
  return findingsIn(file, () => [])
}

/** What is wrong with a mirror that does not open or is damaged, otherwise the findings of `look`. */
function findingsIn(file: string, look: (mirror: Mirror) => Finding[]): Finding[] {
  try {
    return readMirror(file, (mirror) =>
      explained(file, () => {
        checkPages(mirror)
        return look(mirror)
      })
    )
  } catch (error) {
    if (!(error instanceof MirrorError)) throw error
    return [failureOf(error)]
  }
}

function failureOf(error: MirrorError): Finding {
  const facts = { error: errorCode(error) }
  const parts = { ...causeAndRemedy(error.message), facts }
  if (error instanceof OutdatedMirrorError)
    return { status: 'warning', code: 'mirror_outdated', ...parts }
  if (error instanceof DamagedMirrorError)
    return { status: 'failure', code: 'mirror_damaged', ...parts }
  const code = error instanceof NewerFileError ? 'mirror_newer' : 'mirror_unusable'
  return { status: 'failure', code, ...parts }
}

function publicationFindings(mirror: Mirror, config: SiteConfig | undefined): Finding[] {
  const publication = readIdentity(mirror)
  if (!publication) {
    const what = 'nothing is published in the mirror yet'
    return [{ status: 'warning', code: 'mirror_unpublished', what, remedy: 'run "fansite sync"' }]
  }
  const { generation, pages } = publication
  const what = `the mirror is intact: generation ${generation}, ${counted(pages, 'page')}`
  return [
    { status: 'ok', code: 'mirror', what, facts: { generation, pages } },
    ...ownerFindings(publication, config),
    lastRunFinding(mirror, publication)
  ]
}

function ownerFindings(publication: PublicationFacts, config: SiteConfig | undefined): Finding[] {
  if (!config) return []
  const remedy = 'run "fansite sync"'
  if (publication.rootPageId !== config.rootNotionPageId) {
    const what = `the mirror has the root page ${publication.rootPageId}, not the configured ${config.rootNotionPageId}`
    return [{ status: 'warning', code: 'mirror_of_another_root', what, remedy }]
  }
  if (publication.pathRules === pathRules(config)) return []
  const what = 'the paths of the mirror were made with another configuration'
  return [{ status: 'warning', code: 'paths_outdated', what, remedy }]
}

function lastRunFinding(mirror: Mirror, { publishedAt }: PublicationFacts): Finding {
  const lastRunAt = readLastRun(mirror)?.finishedAt ?? publishedAt
  const ageMs = Date.now() - lastRunAt
  const what = `the last sync ended ${utcMinute(lastRunAt)}`
  const facts = { age_hours: Math.round(ageMs / 3_600_000) }
  if (ageMs < LATE_MS) return { status: 'ok', code: 'last_sync', what, facts }
  const remedy =
    'run "fansite sync", and check that your schedule runs it; "fansite status" shows the last runs'
  return { status: 'warning', code: 'sync_late', what, remedy, facts }
}
