import { record } from '../support/workspaces/records.ts'
import { type Planting, type World, addBlock, addPage, addText } from './world.ts'

const SIGN = '🔒'
const HOST = 'https://www.notion.so'
const undashed = (id: string) => id.replaceAll('-', '')

/** A marked page, and the addresses that lead to it. */
export function addTarget(world: World, name: string): string[] {
  const id = addPage(world, `${SIGN} 9 ${name}`)
  const path = `9-${name.toLowerCase()}`
  return [
    `https://wiki.example.org/${path}`,
    `https://wiki.example.org/${path}?from=x#top`,
    `http://Wiki.Example.org/${path}.md`,
    `/${path}`,
    `https://wiki.example.org/${undashed(id)}`,
    `https://www.notion.so/${undashed(id)}`,
    `notion://www.notion.so/${undashed(id)}`
  ]
}

/** The mention of a link with what its page says about itself. */
export const linkMention = (href: string, words: string) => [
  '‣',
  [['lm', { href, title: `T ${words}`, description: `D ${words}` }]]
]

/** Links to marked pages with texts or addresses that have copied their names. */
export const linkPlantings: Planting[] = [
  [
    'a bookmark of a marked page',
    (world, canary) => {
      const link = [[`${HOST}/${undashed(addPage(world, `${SIGN} 9 ${canary}`))}`]]
      const read = { title: [[`T ${canary}`]], description: [[`D ${canary}`]] }
      addBlock(world, record(world.next(), { type: 'bookmark', properties: { link, ...read } }))
    }
  ],
  [
    'the mention of a link to a marked page',
    (world, canary) => {
      const href = `${HOST}/${undashed(addPage(world, `${SIGN} 9 ${canary}`))}`
      const mark = ['lm', { href, title: `T ${canary}`, description: `D ${canary}` }]
      addText(world, { properties: { title: [['see '], ['‣', [mark]]] } })
    }
  ],
  [
    'the address of a marked page with other forms of its id',
    (world, canary) => {
      const id = addPage(world, `${SIGN} 9 ${canary}`)
      for (const form of [id, id.toUpperCase(), undashed(id).toUpperCase()]) {
        const link = ['see', [['a', `${HOST}/${canary}-${form}?pvs=4`]]]
        addText(world, { properties: { title: [link] } })
      }
    }
  ],
  [
    'a text that links to a marked page by an address of the site',
    (world, canary) => {
      addPage(world, `${SIGN} 9 ${canary}`)
      const address = `https://wiki.example.org/9-${canary.toLowerCase()}`
      addText(world, { properties: { title: [['see there', [['a', address]]]] } })
    }
  ],
  [
    'bookmarks of a marked page, by each form of its address',
    (world, canary) => {
      for (const address of addTarget(world, canary)) {
        const properties = { link: [[address]], title: [[canary]], description: [[canary]] }
        addBlock(world, record(world.next(), { type: 'bookmark', properties }))
      }
    }
  ],
  [
    'mentions of links to a marked page, by each form of its address',
    (world, canary) => {
      for (const address of addTarget(world, canary)) {
        addText(world, { properties: { title: [['see '], linkMention(address, canary)] } })
      }
    }
  ],
  [
    'each form of an address with the name of a marked page',
    (world, canary) => {
      for (const address of addTarget(world, canary)) {
        addText(world, { properties: { title: [['see there', [['a', address]]]] } })
      }
    }
  ]
]
