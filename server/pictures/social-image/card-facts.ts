import { createHash } from 'node:crypto'

import type { SiteConfig } from '../../../site/config/config.ts'
import { type PageFacts, isPictureAddress } from '../../../site/pages/page-facts.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'

/** Raised when the same facts are drawn in another way: then all pictures are drawn anew. */
const DESIGN = 1
const VERSION_LENGTH = 16
/** What is longer is cut by the lines anyhow; shaping it would cost a second for some texts. */
const MOST_CHARACTERS = { title: 160, description: 200, detail: 80, siteName: 60 }

/** Everything that the picture of a page shows; plain values, since it is drawn in another thread. */
export interface CardFacts {
  title: string
  description: string
  detail: string
  siteName: string
  language: string
  /** An emoji. */
  emoji: string | null
  /** sha256 of the pictures that are shown as icon and as cover. */
  icon: string | null
  cover: string | null
  /** Which part of the cover shows, 0 (top) to 1 (bottom). */
  coverPosition: number
}

/** What the picture of a page shows. */
export function cardFacts(
  facts: PageFacts,
  config: Pick<SiteConfig, 'name' | 'language'>
): CardFacts {
  const { icon, iconImage, image, imageObjectPosition } = facts
  const isEmoji = icon !== null && !isPictureAddress(icon)
  return {
    title: line(facts.title, MOST_CHARACTERS.title) || config.name,
    description: line(facts.description, MOST_CHARACTERS.description),
    detail: line(facts.detail, MOST_CHARACTERS.detail),
    siteName: line(config.name, MOST_CHARACTERS.siteName),
    language: config.language,
    emoji: isEmoji ? icon.slice(0, 32) : null,
    icon: iconImage?.hash ?? null,
    cover: image?.image?.hash ?? null,
    coverPosition: Number(/([\d.]+)%$/.exec(imageObjectPosition ?? '')?.[1] ?? 50) / 100
  }
}

/** Names what the picture shows, and how: another hash is another picture. */
export function cardHash(card: CardFacts): string {
  return createHash('sha256')
    .update(JSON.stringify([DESIGN, card]))
    .digest('hex')
}

/** The address of a page's picture with the hash of what it shows, so that it may be kept for ever. */
export function socialImagePath(
  facts: PageFacts,
  config: Pick<SiteConfig, 'name' | 'language'>
): string {
  const version = cardHash(cardFacts(facts, config)).slice(0, VERSION_LENGTH)
  return `/api/social-image?id=${undashId(facts.pageId)}&v=${version}`
}

/** One line without signs that control others; what is cut says so. */
function line(text: string, most: number): string {
  const words = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    // Joiners stay, emoji are made with them; marks of direction could turn around what follows.
    .replaceAll(/(?!\u200c|\u200d)[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim()
  const signs = [...new Intl.Segmenter().segment(words.slice(0, most * 8))]
  const kept = signs.map(({ segment }) => segment.slice(0, 16))
  return kept.length <= most ? kept.join('') : `${kept.slice(0, most).join('').trimEnd()}…`
}
