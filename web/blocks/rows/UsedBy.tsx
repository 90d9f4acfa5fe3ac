import { shownTitle } from '../../../site/locales/shown-title.ts'
import type { RelationUse } from '../../../site/pages/page-model.ts'
import { Icon } from '../media/PageIcon.tsx'
import { usePage } from '../context/page-context.ts'
import { coverName } from '../spoilers/Spoiler.tsx'
import { PageAnchor } from '../spoilers/PageAnchor.tsx'
import { useMessages } from '../../messages.ts'
import { notion } from '../vocabulary.ts'

/** The rows whose relations name this page, by collection and property. */
export function UsedBy() {
  const { page, messages } = usePage()
  const { usedBy } = page
  if (usedBy.length === 0) return null
  return (
    <section className="used-by" aria-label={messages.usedBy}>
      <h2>{messages.usedBy}</h2>
      <dl>
        {usedBy.map((use) => (
          <Use key={`${use.collectionId} ${use.propertyId}`} use={use} />
        ))}
      </dl>
    </section>
  )
}

function Use({ use }: { use: RelationUse }) {
  const messages = useMessages()
  const { page } = usePage()
  const { collectionId, collection, property, rows, total } = use
  const name = (
    <>
      {collection || messages.untitled} <span className="used-as">{messages.usedAs(property)}</span>
    </>
  )
  return (
    <div>
      <dt>{coverName(name, { chapter: page.covers.get(collectionId), messages })}</dt>
      <dd>
        <ul className="relations">
          {rows.map(({ id, path, title, icon }) => (
            <li key={id}>
              <PageAnchor href={path} className={notion.link.title}>
                {icon && <Icon icon={icon} ownerId={id} />} {shownTitle(title, messages)}
              </PageAnchor>
            </li>
          ))}
          {total > rows.length && (
            <li className="missing">{messages.andMore(total - rows.length)}</li>
          )}
        </ul>
      </dd>
    </div>
  )
}
