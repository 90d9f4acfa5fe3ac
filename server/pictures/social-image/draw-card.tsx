import { Resvg } from '@resvg/resvg-js'
import satori, { type Font } from 'satori'

import { cardFonts, readFont } from '../drawing-files.ts'
import { CARD_HEIGHT, CARD_WIDTH, COVER, Card, ICON_SIZE } from './Card.tsx'
import type { CardFacts } from './card-facts.ts'
import { assetFile, coverPicture, emojiPicture, iconPicture } from './card-pictures.ts'

let fonts: Font[] | undefined

/** Draws a card as PNG. All its files are on this machine. */
export async function drawCard(card: CardFacts, assets: string): Promise<Uint8Array> {
  const pictures = await readPictures(card, assets)
  const missing = new Set<string>()
  const first = await layOut(card, pictures, missing)
  // The renderer omits characters that no font has.
  const svg = missing.size > 0 ? await layOut(withBoxes(card, missing), pictures, missing) : first
  return new Resvg(withoutClips(svg), { font: { loadSystemFonts: false } }).render().asPng()
}

/**
 * A truncated text has a clip path and a mask of the same rectangle. One is enough, and the mask
 * takes a tenth of the time.
 */
function withoutClips(svg: string): string {
  return svg.replaceAll(
    /( mask="url\(#satori_om-[\w-]+\)") clip-path="url\(#satori_cp-[\w-]+\)"/g,
    '$1'
  )
}

async function layOut(
  card: CardFacts,
  pictures: { cover: string | undefined; icon: string | undefined },
  missing: Set<string>
): Promise<string> {
  // Not the promise: after a failed read, the next card reads them again.
  fonts ??= await readFonts()
  return satori(<Card card={card} {...pictures} />, {
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    fonts,
    // Called for emoji, and for characters that no font has.
    loadAdditionalAsset: async (kind, text) => {
      const picture = kind === 'emoji' ? await emojiPicture(text) : undefined
      if (picture === undefined) for (const character of text) missing.add(character)
      return picture ?? []
    }
  })
}

/** Replaces each missing character by an empty box, and removes missing combining marks. */
function withBoxes(card: CardFacts, missing: Set<string>): CardFacts {
  const replace = (text: string) =>
    [...text].map((each) => (missing.has(each) ? boxFor(each) : each)).join('')
  const { title, description, detail, siteName } = card
  const texts = {
    title: replace(title),
    description: replace(description),
    detail: replace(detail)
  }
  return { ...card, ...texts, siteName: replace(siteName) }
}

function boxFor(character: string): string {
  return /\p{M}/u.test(character) ? '' : '□'
}

async function readPictures({ cover, icon, coverPosition: position }: CardFacts, assets: string) {
  return {
    cover:
      cover === null
        ? undefined
        : await coverPicture(assetFile(assets, cover), { ...COVER, position }),
    icon: icon === null ? undefined : await iconPicture(assetFile(assets, icon), ICON_SIZE)
  }
}

async function readFonts(): Promise<Font[]> {
  const [title, text] = await Promise.all([readFont(cardFonts.title), readFont(cardFonts.text)])
  return [
    { name: 'Title', data: title, weight: 400 },
    { name: 'Text', data: text, weight: 400 }
  ]
}
