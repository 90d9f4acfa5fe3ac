import type { Block } from 'notion-types'

import { Description } from './Caption.tsx'
import { Embed } from './Embed.tsx'
import { formatBytes } from '../format/format-bytes.ts'
import { requestedRatio, requestedWidth, MediaFigure } from './MediaFigure.tsx'
import { addressName, mediaSource } from '../../../site/notion/files/media-source.ts'
import { imageOf } from '../context/page-files.ts'
import { usePage } from '../context/page-context.ts'
import { textOf } from '../context/shown-names.ts'
import { notion } from '../vocabulary.ts'

/** A video or a sound: a player if the mirror has the file, else an embed of the other site. */
export function Player({ block }: { block: Block }) {
  const context = usePage()
  const source = mediaSource(block)
  const { src, view } = source ? imageOf(context, source, block) : {}
  const kind = view && /^(video|audio)\//.exec(view.mediaType)?.[1]
  if (!source || !src || !view || !kind) return <Embed block={block} />

  const name = textOf(context, block.properties?.title).trim() || addressName(source)
  return (
    <MediaFigure
      block={block}
      className={kind === 'video' ? `player ${notion.asset.box}` : `player ${notion.audio.box}`}
    >
      {kind === 'video' ? (
        <Video block={block} src={src} name={name} />
      ) : (
        <Sound src={src} name={name} />
      )}
      <a className="player-file" href={src}>
        {name} <span className="card-host">{formatBytes(view.size, context.language)}</span>
      </a>
      <Description block={block} />
    </MediaFigure>
  )
}

function Video({ block, src, name }: { block: Block; src: string; name: string }) {
  const ratio = requestedRatio(block) ?? 9 / 16
  const width = requestedWidth(block)
  return (
    // Notion has no captions for videos.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      className={notion.asset.film}
      controls
      playsInline
      preload="metadata"
      src={src}
      aria-label={name}
      style={{ aspectRatio: 1 / ratio, width }}
    />
  )
}

function Sound({ src, name }: { src: string; name: string }) {
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio controls preload="metadata" src={src} aria-label={name} />
}
