import type { CSSProperties, ReactNode } from 'react'
import stringWidth from 'string-width'

import type { CardFacts } from './card-facts.ts'

export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630
export const COVER = { width: 1112, height: 216 }
export const ICON_SIZE = 96

/** One pixel of the design, which imitates the game's windows. */
const PX = 4
const colors = {
  sunken: '#18191d',
  raised: '#27282e',
  light: '#4b4c55',
  dark: '#101115',
  ink: '#e6e2d8',
  muted: '#aaa69b',
  accent: '#f4a24e'
}
const fit: CSSProperties = { display: 'flex', flexShrink: 0 }
const rtlLetter =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

interface CardProps {
  card: CardFacts
  /** Data URLs. */
  cover: string | undefined
  icon: string | undefined
}

/** A page's card: a window of the game with the page's cover, icon, title, description and detail. */
export function Card({ card, cover, icon }: CardProps) {
  const direction = directionOf(card.title)
  return (
    <div style={{ ...frame, fontFamily: 'Text', direction }}>
      <Bevel upper={colors.light} lower={colors.dark} style={fill}>
        <div style={panel}>
          {cover && <Cover src={cover} />}
          <div style={{ ...fit, flexGrow: 1, alignItems: 'center', gap: 32 }}>
            <Icon emoji={card.emoji} src={icon} />
            <div style={words}>
              <Clamped style={titleStyle(card.title, cover !== undefined)}>{card.title}</Clamped>
              {card.description && (
                <Clamped style={{ ...description, lineClamp: cover ? 2 : 3 }}>
                  {card.description}
                </Clamped>
              )}
            </div>
          </div>
          <Foot card={card} />
        </div>
      </Bevel>
    </div>
  )
}

function Cover({ src }: { src: string }) {
  const { width, height } = COVER
  return (
    <div style={{ ...fit, marginBottom: 20 }}>
      <Bevel upper={colors.dark} lower={colors.light} style={fit}>
        <img src={src} width={width} height={height} alt="" />
      </Bevel>
    </div>
  )
}

/** An emoji is text here; the renderer replaces it by its SVG. */
function Icon({ emoji, src }: { emoji: string | null; src: string | undefined }) {
  if (!emoji && !src) return null
  const size = { width: ICON_SIZE + 40, height: ICON_SIZE + 40 }
  const middle = { alignItems: 'center', justifyContent: 'center' }
  return (
    <Bevel upper={colors.dark} lower={colors.light} style={fit}>
      <div style={{ ...fit, ...size, ...middle, background: colors.sunken }}>
        {src ? (
          <img src={src} width={ICON_SIZE} height={ICON_SIZE} alt="" />
        ) : (
          <div style={{ ...fit, fontSize: ICON_SIZE - 16, lineHeight: 1 }}>{emoji}</div>
        )}
      </div>
    </Bevel>
  )
}

/**
 * A frame of two colors: boxes in boxes, since the renderer clips each side of a border of several
 * colors, which takes three times as long as all the rest.
 */
function Bevel(props: { upper: string; lower: string; style: CSSProperties; children: ReactNode }) {
  const { upper, lower, style, children } = props
  return (
    <div style={{ ...style, background: upper, padding: `${PX}px 0 0 ${PX}px` }}>
      <div style={{ ...style, background: lower, padding: `0 ${PX}px ${PX}px 0` }}>{children}</div>
    </div>
  )
}

function Foot({ card }: { card: CardFacts }) {
  return (
    <div style={{ ...fit, justifyContent: 'space-between', alignItems: 'center', fontSize: 28 }}>
      <div style={{ ...fit, alignItems: 'center', gap: 16, maxWidth: 620 }}>
        <div style={{ ...fit, width: 20, height: 20, background: colors.accent }} />
        <Clamped style={{ fontFamily: 'Title', fontSize: 32, color: colors.ink, lineClamp: 1 }}>
          {card.siteName}
        </Clamped>
      </div>
      <Clamped style={{ maxWidth: 460, color: colors.muted, lineClamp: 1 }}>{card.detail}</Clamped>
    </div>
  )
}

function Clamped({ style, children }: { style: CSSProperties; children: ReactNode }) {
  // Long words break, so that none overflows the card.
  const lines: CSSProperties = { display: 'block', overflow: 'hidden', wordBreak: 'break-word' }
  return <div style={{ ...lines, ...style }}>{children}</div>
}

/** Multiples of 16, the pixel grid of the font, so that its pixels stay square. */
function titleStyle(title: string, hasCover: boolean): CSSProperties {
  const width = stringWidth(title)
  const fontSize = width <= 24 ? 80 : width <= 56 ? 64 : 48
  return {
    fontFamily: 'Title, Text',
    fontSize: hasCover ? Math.min(fontSize, 64) : fontSize,
    lineHeight: 1.2,
    color: colors.accent,
    lineClamp: hasCover ? 2 : 3
  }
}

/** By the first letter, as browsers do for `dir="auto"`. */
function directionOf(text: string): 'ltr' | 'rtl' {
  const letter = /\p{L}/u.exec(text)?.[0] ?? ''
  return rtlLetter.test(letter) ? 'rtl' : 'ltr'
}

const frame: CSSProperties = {
  display: 'flex',
  boxSizing: 'border-box',
  width: CARD_WIDTH,
  height: CARD_HEIGHT,
  padding: 20,
  background: colors.sunken,
  color: colors.ink
}
const fill: CSSProperties = {
  display: 'flex',
  boxSizing: 'border-box',
  width: '100%',
  height: '100%'
}
const panel: CSSProperties = {
  ...fill,
  flexDirection: 'column',
  padding: '16px 16px 20px',
  background: colors.raised
}
const words: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  flexGrow: 1,
  flexBasis: 0,
  gap: 12
}
const description: CSSProperties = { fontSize: 32, lineHeight: 1.4, color: colors.ink }
