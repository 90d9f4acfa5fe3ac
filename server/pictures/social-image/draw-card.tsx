import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { Resvg } from '@resvg/resvg-js'
import satori, { type Font } from 'satori'

import { CARD_HEIGHT, CARD_WIDTH, COVER, Card, ICON_SIZE } from './Card.tsx'
import type { CardFacts } from './card-facts.ts'
import { assetFile, coverPicture, emojiPicture, iconPicture } from './card-pictures.ts'

let fonts: Promise<Font[]> | undefined

/** Draws the picture of a page as PNG, from files of this machine alone. */
export async function drawCard(card: CardFacts, assets: string): Promise<Uint8Array> {
  const pictures = await readPictures(card, assets)
  const missing = new Set<string>()
  const first = await layOut(card, pictures, missing)
  // Letters that no font here has would be left out.
  const svg = missing.size > 0 ? await layOut(boxed(card, missing), pictures, missing) : first
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
}

async function layOut(
  card: CardFacts,
  pictures: { cover: string | undefined; icon: string | undefined },
  missing: Set<string>
): Promise<string> {
  fonts ??= readFonts()
  return satori(<Card card={card} {...pictures} />, {
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    fonts: await fonts,
    // Asked for emoji, and for letters that no font has.
    loadAdditionalAsset: async (kind, text) => {
      const picture = kind === 'emoji' ? await emojiPicture(text) : undefined
      if (picture === undefined) for (const sign of text) missing.add(sign)
      return picture ?? []
    }
  })
}

/** The texts with an empty box in the place of each of these signs; marks of others go. */
function boxed(card: CardFacts, missing: Set<string>): CardFacts {
  const draw = (text: string) =>
    [...text].map((sign) => (missing.has(sign) ? (/\p{M}/u.test(sign) ? '' : '□') : sign)).join('')
  const { title, description, detail, siteName } = card
  const texts = { title: draw(title), description: draw(description), detail: draw(detail) }
  return { ...card, ...texts, siteName: draw(siteName) }
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
  const [title, text] = await Promise.all([
    readPackaged('@expo-google-fonts/dotgothic16/400Regular/DotGothic16_400Regular.ttf'),
    readPackaged('@expo-google-fonts/m-plus-1p/400Regular/MPLUS1p_400Regular.ttf')
  ])
  return [
    { name: 'Title', data: title, weight: 400 },
    { name: 'Text', data: text, weight: 400 }
  ]
}

function readPackaged(name: string): Promise<Buffer> {
  return readFile(fileURLToPath(import.meta.resolve(name)))
}
