import type { Content } from '../../../builder/block-node.ts'
import type { Inline } from '../../../builder/rich-text.ts'

/** One item. */
export interface Item {
  title: string
  rarity: 'Common' | 'Uncommon' | 'Rare' | 'Relic'
  kind: 'Material' | 'Tool' | 'Weapon' | 'Consumable' | 'Ornament'
  /** The id used in `hollow:give`; also the name of the texture. */
  id: string
  modelData: number
  stack: number
  /** Share of kills, chests or seals that yield it; undefined if it is not random. */
  dropRate?: number
  from: ('Mob drop' | 'Chest' | 'Crafting' | 'Trade' | 'Sealing')[]
  aliases: string
  added: string
  lead: Inline[][]
  /** Sources: rows below the header of source, chance, amount. */
  sources?: [source: Inline, chance: string, amount: string][]
  recipe?: string[]
  uses: (string | Inline[])[]
  slug?: string
  cover?: string
  more?: Content
}
