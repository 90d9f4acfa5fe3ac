import type { Block } from 'notion-types'
import type { ReactNode } from 'react'

import { externalObject, objectFacts } from '../../../site/notion/blocks/external-object.ts'
import type { Messages } from '../../../site/locales/en.ts'
import { messageNamed } from '../../../site/locales/messages-for.ts'
import { MediaFigure } from './MediaFigure.tsx'
import { addressName, hostName, mediaSource } from '../../../site/notion/files/media-source.ts'
import { Placeholder } from '../Placeholder.tsx'
import { hasText } from '../context/extra-text.ts'
import { fileHref } from '../context/page-files.ts'
import { type PageContext, usePage } from '../context/page-context.ts'
import { textOf } from '../context/shown-names.ts'
import type { SafeHref } from '../context/safe-href.ts'
import { useMessages } from '../../messages.ts'
import { joinClasses } from '../context/join-classes.ts'
import { PageAnchor, coverTarget } from '../spoilers/PageAnchor.tsx'
import { notion } from '../vocabulary.ts'

/** The name of a media block's type. */
export function kindName(block: Block, { kinds }: Messages): string {
  return messageNamed(kinds, block.type) ?? kinds.other
}

/** A card that links to a post, issue, site or file; nothing of it is loaded into the page. */
export function MediaCard({ block }: { block: Block }) {
  const { title, target, host, address } = useCard(block)
  if (!title) return <Placeholder block={block} />
  const part = cardParts.get(block.type) ?? notion.other
  return (
    <MediaFigure block={block} className={joinClasses('card-figure', part.box) ?? ''}>
      <CardLink target={target} address={address} part={part}>
        <CardText block={block} part={part} title={title} facts={[host]} />
      </CardLink>
    </MediaFigure>
  )
}

/** Classes of the parts of a card. */
type CardPart = Record<'box' | 'link' | 'words' | 'title' | 'text' | 'facts', string>

const cardParts = new Map<string, CardPart>([
  ['drive', notion.drive],
  ['external_object_instance', notion.external],
  ['link_preview', notion.external]
])

interface CardFacts {
  /** Empty if the record has nothing that identifies the target to a reader. */
  title: string
  target: SafeHref | undefined
  /** The address in the record. */
  address: string | undefined
  /** Host of the target if it is another site. */
  host: string | undefined
}

/** The title, target and host of a card. */
export function useCard(block: Block): CardFacts {
  const page = usePage()
  const address = mediaSource(block)
  const target = address ? fileHref(page, address, block) : undefined
  const host = target?.isExternal ? hostName(target.href) : undefined
  return { title: cardTitle(page, block, address), target, host, address }
}

/** The card's box, a link if it has a target. */
export function CardLink(props: {
  target: SafeHref | undefined
  address?: string | undefined
  part: CardPart
  children: ReactNode
}) {
  const { target, address, part, children } = props
  const className = joinClasses('card', part.link)
  if (!target) return <div className={className}>{coverTarget(children, address, 'div')}</div>
  return (
    <PageAnchor cover="div" className={className} href={target.href} rel="noopener noreferrer">
      {children}
    </PageAnchor>
  )
}

/** Type, title, description and facts of a block, one below the other. */
export function CardText(props: {
  block: Block
  part: CardPart
  title: string
  facts: (string | undefined)[]
  before?: ReactNode
}) {
  const { block, part, title, before } = props
  const names = otherNames(block).filter((name) => name !== title)
  const facts = [...props.facts, ...names, ...objectFacts(block)].filter(Boolean).join(' · ')
  const description = cardText(usePage(), block)
  return (
    <div className={joinClasses('card-words', part.words)}>
      <span className="card-kind">{kindName(block, useMessages())}</span>
      <span className={joinClasses('card-title', part.title)}>
        {before}
        {title}
      </span>
      {description && <span className={joinClasses('card-text', part.text)}>{description}</span>}
      {facts && <span className={joinClasses('card-host', part.facts)}>{facts}</span>}
    </div>
  )
}

/** The description as plain text, since the whole card is one link. */
export function cardText(context: PageContext, { properties }: Block): string {
  const texts = [properties?.description, properties?.alt_text]
  return texts
    .map((text) => textOf(context, text).trim())
    .filter(Boolean)
    .join(' · ')
}

/** Names that the other site or Google Drive gives it. */
function otherNames(block: Block): string[] {
  const drive: unknown = block.format?.drive_properties?.title
  const names = [externalObject(block).title, drive]
  return names.filter((name): name is string => typeof name === 'string' && name !== '')
}

function cardTitle(page: PageContext, block: Block, address: string | undefined): string {
  return (
    textOf(page, block.properties?.title).trim() ||
    otherNames(block)[0] ||
    (address && addressName(address)) ||
    (address || hasText(block.properties?.caption) ? kindName(block, page.messages) : '')
  )
}
