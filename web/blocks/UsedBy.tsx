import type { RelationUse } from '../../site/page-view.ts'
import { Icon } from './PageIcon.tsx'
import { usePage } from './page-context.ts'

/** The rows that name this page in a relation, by collection and relation. */
export function UsedBy() {
  const { usedBy } = usePage().page
  if (usedBy.length === 0) return null
  return (
    <section className="used-by" aria-label="Used by">
      <h2>Used by</h2>
      <dl>
        {usedBy.map((use) => (
          <Use key={`${use.collectionId} ${use.propertyId}`} use={use} />
        ))}
      </dl>
    </section>
  )
}

function Use({ use }: { use: RelationUse }) {
  const { collection, property, rows, total } = use
  return (
    <div>
      <dt>
        {collection || 'Untitled'} <span className="used-as">as {property}</span>
      </dt>
      <dd>
        <ul className="relations">
          {rows.map(({ id, path, title, icon }) => (
            <li key={id}>
              <a href={path}>
                {icon && <Icon icon={icon} ownerId={id} />} {title || 'Untitled'}
              </a>
            </li>
          ))}
          {total > rows.length && <li className="missing">and {total - rows.length} more</li>}
        </ul>
      </dd>
    </div>
  )
}
