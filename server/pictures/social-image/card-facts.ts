import { hash } from 'node:crypto'

import { versionOf } from '../../../site/addresses/asset-path.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { type PageFacts, isPictureAddress } from '../../../site/pages/page-facts.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'

/** Part of each card's hash. Increase when the design changes, so that all cards are drawn again. */
const DESIGN = 1
/** The lines of a card have no room for more. Shaping some longer texts would take a second. */
const MAX_CHARACTERS = { title: 160, description: 200, detail: 80, siteName: 60 }

/** Everything that a card shows. Plain values, because it is drawn in another process. */
export interface CardFacts {
  title: string
  description: string
  detail: string
  siteName: string
  language: string
  /** An emoji. */
  emoji: string | null
  /** SHA-256 of the pictures for the icon and the cover. */
  icon: string | null
  cover: string | null
  /** The visible part of the cover, from 0 (top) to 1 (bottom). */
  coverPosition: number
}

/** The facts of a page's card. */
export function cardFacts(
  facts: PageFacts,
  config: Pick<SiteConfig, 'name' | 'language'>
): CardFacts {
  const { icon, iconImage, image, imageObjectPosition } = facts
  const isEmoji = icon !== null && !isPictureAddress(icon)
  return {
    title: line(facts.title, MAX_CHARACTERS.title) || config.name,
    description: line(facts.description, MAX_CHARACTERS.description),
    detail: line(facts.detail, MAX_CHARACTERS.detail),
    siteName: line(config.name, MAX_CHARACTERS.siteName),
    language: config.language,
    emoji: isEmoji ? icon.slice(0, 32) : null,
    icon: iconImage?.hash ?? null,
    cover: image?.image?.hash ?? null,
    coverPosition: Number(/([\d.]+)%$/.exec(imageObjectPosition ?? '')?.[1] ?? 50) / 100
  }
}

/** Identifies the content and the design of a card: SHA-256, 64 hex digits. */
export function cardHash(card: CardFacts): string {
  return hash('sha256', JSON.stringify([DESIGN, card]))
}

/** The address of a page's card. It contains the start of the hash, so it can be cached for ever. */
export function socialImagePath(
  facts: PageFacts,
  config: Pick<SiteConfig, 'name' | 'language'>
): string {
  const version = versionOf(cardHash(cardFacts(facts, config)))
  return `/api/social-image?id=${undashId(facts.pageId)}&v=${version}`
}

const segmenter = new Intl.Segmenter()

/** The characters as a reader counts them; one with many combining marks is truncated. */
function charactersIn(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment.slice(0, 16))
}

/** Letters and signs that never combine: segmenting them takes longer than reading a small page. */
const plainCharacters = /^[ -~\u00a1-\u02ff\u2010-\u2027]*$/

/** One line without control characters, truncated with an ellipsis. */
function line(text: string, maxLength: number): string {
  const cleaned = clean(text).slice(0, maxLength * 8)
  if (plainCharacters.test(cleaned)) {
    return cleaned.length <= maxLength ? cleaned : `${cleaned.slice(0, maxLength).trimEnd()}…`
  }
  const characters = charactersIn(cleaned)
  if (characters.length <= maxLength) return characters.join('')
  return `${characters.slice(0, maxLength).join('').trimEnd()}…`
}

function clean(text: string): string {
  // The common case without the tables of Unicode: nothing to normalize or to remove.
  if (/^([!-~]+( [!-~]+)*)?$/.test(text)) return text
  return (
    text
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      // Joiners stay, because emoji contain them. Bidirectional controls could reverse what follows.
      .replaceAll(/(?!\u200c|\u200d)[\p{Cf}\p{Co}\p{Cn}]/gu, '')
      .trim()
  )
}
