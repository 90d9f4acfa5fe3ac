import type { Block } from 'notion-types'

import { plainText } from '../../../site/notion/text/rich-text.ts'
import { formatBytes } from '../format/format-bytes.ts'
import { CardLink, CardText, kindName, useCard } from './LinkCard.tsx'
import { MediaFigure } from './MediaFigure.tsx'
import { mediaSource } from '../../../site/notion/files/media-source.ts'
import { Placeholder } from '../Placeholder.tsx'
import { imageOf, type PageContext, usePage } from '../context/page-context.ts'

/** A file to download, with its name, type and size. A document of the mirror can be read on the page. */
export function FileCard({ block }: { block: Block }) {
  const context = usePage()
  const { title, target, host } = useCard(block)
  if (!title) return <Placeholder block={block} />

  const source = mediaSource(block)
  const view = source ? imageOf(context, source, block).view : undefined
  const size =
    plainText(block.properties?.size) || (view && formatBytes(view.size, context.language))
  const isReadable = view?.mediaType === 'application/pdf' && target
  return (
    <MediaFigure block={block} className="card-figure file">
      <CardLink target={target}>
        <CardText
          block={block}
          title={title}
          facts={[host, fileType(context, title, block), size]}
        />
      </CardLink>
      {isReadable && (
        <button type="button" className="load" data-document={target.href} hidden>
          {context.messages.showHere}
        </button>
      )}
    </MediaFigure>
  )
}

/** The end of the name, where the card does not say as much already. */
function fileType({ messages }: PageContext, name: string, block: Block): string | undefined {
  const type = /\.(\w{2,5})$/.exec(name)?.[1]?.toUpperCase()
  return type === kindName(block, messages) ? undefined : type
}
