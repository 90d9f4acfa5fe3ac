import { encodePath } from '../../../site/addresses/site-address.ts'
import { shownTitle } from '../../../site/locales/shown-title.ts'
import { plainText } from '../../../site/notion/text/rich-text.ts'
import { collectionOf, type PageContext, usePage } from '../context/page-context.ts'
import { hasPicture } from '../context/page-files.ts'
import { Icon } from '../media/PageIcon.tsx'
import { Picture } from '../media/Picture.tsx'
import { PageAnchor } from '../spoilers/PageAnchor.tsx'
import { renderProperty } from './render-property.tsx'
import { type ShownProperty, rowProperties } from './view-properties.ts'

/** Types of properties that are not about the subject of a row, or take too much space. */
const omitted = new Set<string>([
  'created_time',
  'created_by',
  'last_edited_time',
  'last_edited_by',
  'button',
  'file'
])

interface LinkCardProps {
  /** The first sentence about the page; may be empty. */
  sentence: string
  /** Source address of its picture. */
  picture: string | null
  icon: string | null
  /** Number of properties at most. */
  maxFacts: number
}

/** What a link to a page shows before it is followed, as a tooltip in the game: name, sentence, facts. */
export function LinkCard({ sentence, picture, icon, maxFacts }: LinkCardProps) {
  const context = usePage()
  const { page, messages } = context
  const row = context.blocks.get(page.id)
  const facts = cardFacts(context).slice(0, maxFacts)
  return (
    <article className="link-card">
      {picture !== null && hasPicture(context, picture) && (
        <Picture source={picture} owner={page} alt="" place="card" className="link-card-picture" />
      )}
      <p className="link-card-title">
        {icon && <Icon icon={icon} ownerId={page.id} />}
        <PageAnchor href={encodePath(page.path)}>{shownTitle(page.title, messages)}</PageAnchor>
      </p>
      {sentence !== '' && <p>{sentence}</p>}
      {row && facts.length > 0 && (
        <dl className="link-card-facts">
          {facts.map(({ id, schema }) => (
            <div key={id}>
              <dt>{schema.name}</dt>
              <dd>{renderProperty(context, { row, id, schema })}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  )
}

function cardFacts(context: PageContext): ShownProperty[] {
  const row = context.blocks.get(context.page.id)
  const collection = row?.parent_table === 'collection' && collectionOf(context, row.parent_id)
  if (!row || !collection) return []
  const values = (row.properties ?? {}) as Record<string, Parameters<typeof plainText>[0]>
  return rowProperties(context, collection, row).filter(({ id, schema }) => {
    if (omitted.has(schema.type)) return false
    // The sentence is the description.
    if (schema.name === 'Description') return false
    return schema.type !== 'checkbox' || plainText(values[id]) === 'Yes'
  })
}
