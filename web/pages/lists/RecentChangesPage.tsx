import type { PageLinkView } from '../../../site/pages/page-model.ts'
import { dateFormatter } from '../../../site/locales/formatters.ts'
import type { Shell } from '../shell/shell.ts'
import { ListSpoilerChoice } from '../../blocks/spoilers/SpoilerChoice.tsx'
import { ListDocument, type ListShell } from './ListDocument.tsx'
import { ListPager, type ListPart } from './ListPager.tsx'
import { PageEntry } from './PageList.tsx'
import { messagesFor } from '../../../site/locales/messages-for.ts'
import { useMessages } from '../../messages.ts'

/** A page with its last change. */
export interface PageChange extends PageLinkView {
  /** UTC milliseconds. */
  at: number
  /** Whether the page was created that day. */
  isNew: boolean
}

interface RecentChangesPageProps {
  shell: ListShell
  /** Changes by day, newest first. */
  days: PageChange[][]
  part: ListPart
  /** Time of the last sync, UTC milliseconds; shown above the first part only. */
  syncedAt: number | undefined
}

/** Pages by their last change, grouped by day in the site's time zone. */
export function RecentChangesPage({ shell, days, part, syncedAt }: RecentChangesPageProps) {
  const { name, language } = shell.config
  const messages = messagesFor(shell.config)
  const list = {
    title: messages.lists.recentChanges,
    description: messages.lists.aboutChanges(name),
    href: '/recent-changes'
  }
  return (
    <ListDocument {...{ shell, list }} isFirstPart={part.from === 0}>
      <h1>{messages.lists.recentChanges}</h1>
      {syncedAt !== undefined && <LastSync shell={shell} at={syncedAt} />}
      <ListSpoilerChoice config={shell.config} pages={days.flat()} />
      {days.map((changes) => (
        <Day key={changes[0]?.at} shell={shell} changes={changes} />
      ))}
      <ListPager part={part} href="/recent-changes" language={language} />
    </ListDocument>
  )
}

function LastSync({ shell, at }: { shell: Shell; at: number }) {
  const messages = useMessages()
  return (
    <p className="last-sync">
      {messages.lists.lastSync}{' '}
      <Instant shell={shell} at={at} options={{ dateStyle: 'long', timeStyle: 'short' }} />
    </p>
  )
}

function Day({ shell, changes }: { shell: Shell; changes: PageChange[] }) {
  const messages = useMessages()
  return (
    <section>
      <h2>
        <Instant shell={shell} at={changes[0]?.at ?? 0} options={{ dateStyle: 'full' }} />
      </h2>
      <ul className="change-list">
        {changes.map((change) => (
          <li key={change.id}>
            <Instant shell={shell} at={change.at} options={{ timeStyle: 'short' }} />
            <span className="change-kind">
              {change.isNew ? messages.lists.newPage : messages.lists.changedPage}
            </span>
            <PageEntry page={change} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A moment (UTC milliseconds) in the site's time zone. */
function Instant(props: { shell: Shell; at: number; options: Intl.DateTimeFormatOptions }) {
  const { shell, at, options } = props
  const { language, timeZone } = shell.config
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return null
  return (
    <time dateTime={moment.toISOString()}>
      {dateFormatter(language, { ...options, timeZone }).format(moment)}
    </time>
  )
}
