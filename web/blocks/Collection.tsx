import type { Block, Collection as CollectionRecord, CollectionView } from 'notion-types'

import { collectionIdOf, viewCollectionId } from '../../site/block-references.ts'
import { plainText } from '../../site/rich-text.ts'
import { CollectionBoard } from './CollectionBoard.tsx'
import { CollectionGallery } from './CollectionGallery.tsx'
import { CollectionList } from './CollectionList.tsx'
import { CollectionTable } from './CollectionTable.tsx'
import { type RowGroup, rowGroups } from './collection-rows.ts'
import { collectionOf, type PageContext, pagePath, usePage, viewOf } from './page-context.ts'
import { Placeholder } from './Placeholder.tsx'
import { SafeLink } from './SafeLink.tsx'
import { SectionTitle } from './SectionTitle.tsx'
import { Tag } from './Tag.tsx'

/** A database inside a page: its name, its first view, and the other views folded below it. */
export function Collection({ block }: { block: Block }) {
  const context = usePage()
  const found = viewsOf(context, block)
  if (!found) return <Placeholder block={block} />

  const { collection, views } = found
  const name = plainText(collection.name)
  const isNamed = name !== '' && block.format?.hide_linked_collection_name !== true
  return (
    <section className="collection" aria-label={name || undefined}>
      {isNamed && (
        <SectionTitle block={block} className="collection-name">
          <SafeLink href={pagePath(context, collection.parent_id)}>{name}</SafeLink>
        </SectionTitle>
      )}
      <CollectionViews views={views} />
    </section>
  )
}

/** A database that is a page of its own, without its name: that is the page's title. */
export function FullPageCollection({ block }: { block: Block }) {
  const found = viewsOf(usePage(), block)
  if (!found) return <Placeholder block={block} />
  return (
    <section className="collection">
      <CollectionViews views={found.views} />
    </section>
  )
}

function viewsOf(context: PageContext, block: Block) {
  const ids: unknown = 'view_ids' in block ? block.view_ids : undefined
  const views = (Array.isArray(ids) ? ids : []).flatMap((id): ShownView[] => {
    const view = viewOf(context, String(id))
    const collectionId = view && (viewCollectionId(view) ?? collectionIdOf(block))
    const collection = collectionId ? collectionOf(context, collectionId) : undefined
    return view && collection && view.alive !== false ? [{ view, collection }] : []
  })
  const [first] = views
  return first && { collection: first.collection, views }
}

/** A view with the collection it shows: the views of one block may show several. */
interface ShownView {
  view: CollectionView
  collection: CollectionRecord
}

function CollectionViews({ views }: { views: ShownView[] }) {
  const [first, ...others] = views
  return (
    <>
      {first && <View {...first} />}
      {others.map((shown) => (
        <details className="view" key={shown.view.id}>
          <summary>{viewName(shown.view)}</summary>
          <View {...shown} />
        </details>
      ))}
    </>
  )
}

/** A name a reader can choose by; views may have none. */
function viewName(view: CollectionView): string {
  const type = `${view.type.slice(0, 1).toUpperCase()}${view.type.slice(1)}`
  return view.name?.trim() || `${type} view`
}

function View({ collection, view }: ShownView) {
  const groups = rowGroups(usePage(), collection, view)
  if (view.type === 'board') return <CollectionBoard {...{ collection, view, groups }} />
  return groups.map((group) => (
    <Group key={group.key} group={group}>
      <Rows {...{ collection, view, group }} />
    </Group>
  ))
}

function Group({ group, children }: { group: RowGroup; children: React.ReactNode }) {
  if (!group.label) return children
  return (
    <section className="group">
      <h3 className="group-name">
        <Tag name={group.label.text} color={group.label.color} />
        <span className="count">{group.rows.length}</span>
      </h3>
      {children}
    </section>
  )
}

interface RowsProps {
  collection: CollectionRecord
  view: CollectionView
  group: RowGroup
}

function Rows({ collection, view, group }: RowsProps) {
  const props = { collection, view, rows: group.rows }
  if (group.rows.length === 0) return <p className="empty">Nothing here yet.</p>
  if (view.type === 'table') return <CollectionTable {...props} />
  return view.type === 'gallery' ? <CollectionGallery {...props} /> : <CollectionList {...props} />
}
