import type { CSSProperties } from 'react'
import { useNotionContext } from 'react-notion-x'

import { isEmojiIcon } from './site/notion/blocks/emoji-icon.ts'
import type { SlotProps } from './web/slots/slots.ts'

/** A callout as the box in which the game describes an item. */
export function Callout({ block, className, children }: SlotProps['Callout']) {
  const color = /^[a-z]+/.exec(block.format?.block_color ?? '')?.[0] ?? 'default'
  return (
    <div className={className} style={tooltip(color === 'default' ? 'purple' : color)}>
      <Item block={block} />
      <div className="callout-body notion-callout-text">{children}</div>
    </div>
  )
}

/** The icon in the frame of an inventory slot. */
function Item({ block }: Pick<SlotProps['Callout'], 'block'>) {
  const { mapImageUrl } = useNotionContext()
  const icon = block.format?.page_icon
  if (!icon) return null
  const src = isEmojiIcon(icon) ? undefined : mapImageUrl(icon, block)
  return (
    <span style={slot} aria-hidden="true">
      {src ? <img src={src} alt="" width={24} height={24} /> : icon}
    </span>
  )
}

/** Of the frame: the colour of the callout fades into the box, as the rarity of an item does. */
function tooltip(color: string): CSSProperties {
  const fill = 'linear-gradient(var(--raised), var(--raised)) padding-box'
  const edge = `color-mix(in srgb, var(--${color}) 25%, var(--raised))`
  return {
    border: '1px solid transparent',
    background: `${fill}, linear-gradient(var(--${color}), ${edge}) border-box`,
    // Four edges without corners.
    boxShadow: ['0 -1px', '0 1px', '-1px 0', '1px 0'].map((at) => `${at} var(--ink)`).join(', ')
  }
}

const slot: CSSProperties = {
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: '2rem',
  height: '2rem',
  background: 'var(--sunken)',
  boxShadow: 'inset 1px 1px 0 var(--bevel-dark), inset -1px -1px 0 var(--bevel-light)'
}
