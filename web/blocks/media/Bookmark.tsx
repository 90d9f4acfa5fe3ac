import type { Block } from 'notion-types'

import { isAddress } from '../../../site/notion/files/file-sources.ts'
import { CardLink, CardText, useCard } from './MediaCard.tsx'
import { MediaFigure } from './MediaFigure.tsx'
import { Placeholder } from '../Placeholder.tsx'
import { Picture } from './Picture.tsx'
import { notion } from '../vocabulary.ts'
import { imageOf } from '../context/page-files.ts'
import { usePage } from '../context/page-context.ts'

/** Boxes of the pictures: those of the other site have any size. */
const icon = `card-icon ${notion.bookmark.icon}`
const cover = `card-cover ${notion.bookmark.cover}`

/** A bookmark as a card: icon, title, description and picture, if the mirror has them. */
export function Bookmark({ block }: { block: Block }) {
  const { title, target, host, address } = useCard(block)
  if (!title) return <Placeholder block={block} />
  return (
    <MediaFigure block={block} className="card-figure bookmark">
      <CardLink target={target} address={address} part={notion.bookmark}>
        <CardText
          block={block}
          part={notion.bookmark}
          title={title}
          facts={[host]}
          before={<SitePicture block={block} kind="icon" />}
        />
        <SitePicture block={block} kind="cover" />
      </CardLink>
    </MediaFigure>
  )
}

function SitePicture({ block, kind }: { block: Block; kind: 'icon' | 'cover' }) {
  const source: unknown = (block.format as Record<string, unknown> | undefined)?.[
    `bookmark_${kind}`
  ]
  const context = usePage()
  if (!isAddress(source) || !imageOf(context, source, block).src) return null
  const size = kind === 'icon' ? { width: 20, height: 20 } : undefined
  const place = kind === 'icon' ? 'icon' : 'card'
  return (
    <span className={kind === 'icon' ? icon : cover}>
      <Picture {...{ source, owner: block, alt: '', place, size }} />
    </span>
  )
}
