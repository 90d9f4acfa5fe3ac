import type { Block } from 'notion-types'

import { isAddress } from '../../../site/notion/files/file-sources.ts'
import { CardLink, CardText, useCard } from './LinkCard.tsx'
import { MediaFigure } from './MediaFigure.tsx'
import { Placeholder } from '../Placeholder.tsx'
import { Picture } from './Picture.tsx'

/** A bookmark as a card: icon, title, description and picture, if the mirror has them. */
export function Bookmark({ block }: { block: Block }) {
  const { title, target, host } = useCard(block)
  if (!title) return <Placeholder block={block} />
  return (
    <MediaFigure block={block} className="card-figure bookmark">
      <CardLink target={target}>
        <CardText
          block={block}
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
  if (!isAddress(source)) return null
  const size = kind === 'icon' ? { width: 20, height: 20 } : undefined
  const className = kind === 'icon' ? 'icon' : 'card-cover'
  const place = kind === 'icon' ? 'icon' : 'card'
  return <Picture {...{ source, owner: block, alt: '', className, place, size }} />
}
