import type { Block } from 'notion-types'

import { plainText } from '../../../site/notion/text/rich-text.ts'
import { formatBytes } from '../format/format-bytes.ts'
import { CardLink, CardText, kindName, useCard } from './MediaCard.tsx'
import { MediaFigure } from './MediaFigure.tsx'
import { mediaSource } from '../../../site/notion/files/media-source.ts'
import { Placeholder } from '../Placeholder.tsx'
import { imageOf } from '../context/page-files.ts'
import { type PageContext, usePage } from '../context/page-context.ts'
import { notion } from '../vocabulary.ts'
import { renderTypeIcon } from './TypeIcon.tsx'

/** A download link with the file's name, type and size. PDFs can be shown on the page. */
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
    <MediaFigure block={block} className={`card-figure file ${notion.file.box}`}>
      <CardLink target={target} part={notion.file}>
        {renderTypeIcon(context, 'file', notion.file.icon)}
        <CardText
          block={block}
          part={notion.file}
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

/** The file name's extension, if the card does not show it already. */
function fileType({ messages }: PageContext, name: string, block: Block): string | undefined {
  const type = /\.(\w{2,5})$/.exec(name)?.[1]?.toUpperCase()
  return type === kindName(block, messages) ? undefined : type
}
