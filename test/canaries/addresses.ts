import { record } from '../support/workspaces/records.ts'
import { type Planting, type World, addBlock, addEditor, addText, changeHome } from './world.ts'

const file = 'https://files.example.org/a.bin'

/** URLs as signed by file stores; the canary is the secret part. */
const signed: Record<string, (canary: string) => string> = {
  'of S3': (canary) => `${file}?X-Amz-Algorithm=a&X-Amz-Signature=${canary}&X-Amz-Expires=1`,
  'of S3, its credential': (canary) => `${file}?X-Amz-Credential=${canary}%2Fus&X-Amz-Date=1`,
  'of S3, its token': (canary) => `${file}?X-Amz-Security-Token=${canary}`,
  'of S3 in small letters': (canary) => `${file}?x-amz-signature=${canary}`,
  'of CloudFront': (canary) => `${file}?Policy=p&Signature=${canary}&Key-Pair-Id=k`,
  'of CloudFront, its policy': (canary) => `${file}?Policy=${canary}&Signature=s&Key-Pair-Id=k`,
  'of Google': (canary) => `${file}?X-Goog-Algorithm=a&X-Goog-Signature=${canary}`,
  'of Notion': (canary) => `${file}?expirationTimestamp=1&signature=${canary}`,
  'of a picture service': (canary) => `${file}?exp=1&sig=${canary}#at`,
  'carried by another': (canary) =>
    `/image/${encodeURIComponent(`${file}?X-Amz-Signature=${canary}`)}?table=block&id=1`,
  'carried by another, plainly': (canary) => `https://a.example/?to=${file}?Signature=${canary}`
}

const shown: Record<string, (world: World, address: string) => void> = {
  source: (world, address) =>
    addBlock(world, record(world.next(), { type: 'file', properties: { source: [[address]] } })),
  display: (world, address) => addText(world, { format: { display_source: address } }),
  cover: (world, address) => addText(world, { format: { page_cover: address } }),
  icon: (world, address) => addText(world, { format: { page_icon: address } }),
  bookmark: (world, address) =>
    addBlock(world, record(world.next(), { type: 'bookmark', properties: { link: [[address]] } })),
  words: (world, address) => addText(world, { properties: { title: [[`see ${address}, there`]] } }),
  link: (world, address) => addText(world, { properties: { title: [['see', [['a', address]]]] } }),
  'link mention': (world, address) => {
    const mark = ['lm', { href: address, icon_url: address, title: 'see' }]
    addText(world, { properties: { title: [['‣', [mark]]] } })
  },
  'external object': (world, address) =>
    addText(world, { format: { original_url: address, attributes: [{ values: [address] }] } }),
  'cover of a collection': (world, address) => changeHome(world, { cover: address }),
  'icon of a collection': (world, address) => changeHome(world, { icon: address }),
  'picture of a user': (world, address) => addEditor(world, { name: 'K', profile_photo: address })
}

/** Each kind of signature in a text, and one kind in each place for a URL. */
export const addressPlantings: Planting[] = [
  ...Object.entries(signed).map(([how, sign]): Planting => [
    `a signed address ${how}`,
    (world, canary) => shown['words']?.(world, sign(canary))
  ]),
  ...Object.entries(shown).map(([where, show]): Planting => [
    `a signed address: ${where}`,
    (world, canary) => show(world, `${file}?X-Amz-Date=1&X-Amz-Signature=${canary}`)
  ])
]
