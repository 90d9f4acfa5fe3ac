import type { Block, CollectionView, Decoration } from 'notion-types'

import { isAddress } from '../../../site/notion/files/file-sources.ts'
import { type CoverRule, coverRule } from '../../../site/notion/collections/view-rules.ts'
import { filesOf } from '../media/FilesValue.tsx'
import { imageSource } from '../media/Image.tsx'
import { joinClasses } from '../context/join-classes.ts'
import { RowLink } from '../../collections/RowLink.tsx'
import { type PageContext, usePage } from '../context/page-context.ts'
import { hasPicture } from '../context/page-files.ts'
import { Picture } from '../media/Picture.tsx'
import { cardFact, RowFacts } from './RowFacts.tsx'
import type { ShownProperty } from './view-properties.ts'
import { coverValues } from '../spoilers/Spoiler.tsx'
import { notion } from '../vocabulary.ts'

const card = `row-card ${notion.card.box}`
const body = `row-card-body ${notion.card.body}`
const title = `${notion.card.property} ${notion.link.page} ${notion.link.title}`
const coverBox = `row-card-cover ${notion.card.cover}`

/** A row as a card: its cover, title and properties. */
export function Card(props: { row: Block; view: CollectionView; properties: ShownProperty[] }) {
  const { row, view, properties } = props
  const context = usePage()
  const rule = coverRule(view)
  const sources = coverSources(context, row, rule)
  const cover = sources.find((source) => hasPicture(context, source))
  // The cover already shows the only file of its property.
  const isInCover = rule.type === 'property' && cover !== undefined && sources.length === 1
  const facts = isInCover ? properties.filter(({ id }) => id !== rule.property) : properties
  return (
    <article className={card}>
      {cover !== undefined && <Cover row={row} source={cover} rule={rule} />}
      <div className={body}>
        <RowLink row={row} view={view} className={title} />
        <RowFacts row={row} properties={facts} part={cardFact} />
      </div>
    </article>
  )
}

function Cover({ row, source, rule }: { row: Block; source: string; rule: CoverRule }) {
  return coverValues(
    usePage(),
    row.id,
    <div className={joinClasses(coverBox, rule.isWhole && 'whole')}>
      <Picture source={source} owner={row} alt="" place="card" />
    </div>
  )
}

/** The pictures and other files of a row from which its cover is chosen. */
function coverSources(context: PageContext, row: Block, rule: CoverRule): string[] {
  if (rule.type === 'none') return []
  if (rule.property !== undefined && rule.type === 'property') {
    const values = (row.properties ?? {}) as Record<string, Decoration[] | undefined>
    return filesOf(values[rule.property]).map(({ address }) => address)
  }
  const cover: unknown = row.format?.page_cover
  if (rule.type === 'page_cover') return isAddress(cover) ? [cover] : []

  return (row.content ?? []).flatMap((id) => {
    const block = context.blocks.get(id)
    return block?.type === 'image' ? (imageSource(block) ?? []) : []
  })
}
