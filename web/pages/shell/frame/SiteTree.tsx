import { encodePath } from '../../../../site/addresses/site-address.ts'
import { messageNamed } from '../../../../site/locales/messages-for.ts'
import { shownTitle } from '../../../../site/locales/shown-title.ts'
import type { Messages } from '../../../../site/locales/en.ts'
import type { TreeBranch, TreeEntry } from '../../../../site/pages/site-tree.ts'
import { PageAnchor } from '../../../blocks/spoilers/PageAnchor.tsx'
import { useMessages } from '../../../messages.ts'

/**
 * A branch of the site's tree as a list of links; `web/islands/navigation/start-site-tree.ts` opens and
 * closes branches.
 */
export function SiteTree({ branch, isTop = false }: { branch: TreeBranch; isTop?: boolean }) {
  const messages = useMessages()
  return (
    <ul className={isTop ? 'site-tree' : undefined}>
      {branch.entries.map((entry) => (
        <Entry key={entry.path} entry={entry} messages={messages} />
      ))}
      {branch.isCut && (
        <li>
          <a href={encodePath(branch.path)} data-more="">
            {messages.showMore}
          </a>
        </li>
      )}
    </ul>
  )
}

function Entry({ entry, messages }: { entry: TreeEntry; messages: Messages }) {
  const { isCurrent, hasMore, below } = entry
  const hasBelow = below !== undefined && (below.entries.length > 0 || below.isCut)
  return (
    <li data-branch={hasMore && !hasBelow ? '' : undefined}>
      <PageAnchor href={hrefOf(entry)} aria-current={isCurrent ? 'page' : undefined}>
        {titleOf(entry, messages)}
      </PageAnchor>
      {hasBelow && <SiteTree branch={below} />}
    </li>
  )
}

function hrefOf({ path, viewType }: TreeEntry): string {
  if (viewType === undefined) return encodePath(path)
  const start = path.lastIndexOf('?v=')
  return encodePath(path.slice(0, start)) + path.slice(start)
}

function titleOf({ title, viewType }: TreeEntry, messages: Messages): string {
  if (viewType === undefined) return shownTitle(title, messages)
  return title || (messageNamed(messages.viewTypes, viewType) ?? messages.viewTypes.other)
}
