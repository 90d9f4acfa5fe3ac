import { mkdir, writeFile } from 'node:fs/promises'

import type { Canvas } from './drawing/canvas.ts'
import { covers } from './drawing/covers.ts'
import { icons } from './drawing/icons.ts'
import { leaflet } from './drawing/leaflet.ts'
import { itemSprites } from './drawing/items.ts'
import { mobPortraits } from './drawing/mobs.ts'
import { bellShaft, flicker } from './drawing/moving.ts'
import { panorama } from './drawing/scenery.ts'
import { accountAvatar, gradePaints, gradeSeal, techniqueSeal } from './drawing/seals.ts'
import { bellStroke } from './drawing/sounds.ts'
import { views } from './drawing/structures.ts'
import { zip } from './drawing/zip.ts'
import { allTechniques } from './sample/techniques.ts'

// Draws every file below `files/` but the film, which a browser has recorded. The same code draws
// the same bytes.
await writePictures('attachments', itemSprites(), (it) => it.png(it.width === 32 ? 4 : 8))
await writePictures('attachments', mobPortraits(), (it) => it.png(6))
await writePictures('attachments', seals(), (it) => it.png(4))
await writePictures('attachments', views(), (it) => it.png(4, 96))
await writePictures('page-cover', covers(), (it) => it.png(4, 96))
await writePictures('avatars', avatars(), (it) => it.png(8))
for (const [name, svg] of Object.entries(icons())) await writeTo('icons', `${name}.svg`, svg)
await writePictures('attachments', { 'bell-shaft': bellShaft() }, (it) => it.png(8))
await writeTo('attachments', 'dusk-road.jpg', await panorama())
await writeTo('attachments', 'flicker.gif', await flicker())
await writeTo('attachments', 'bell-stroke.wav', bellStroke())
await writeTo('attachments', 'first-evening.pdf', leaflet())
await writeTo('attachments', 'hollow.zip', packFile())

function seals(): Record<string, Canvas> {
  const techniques = allTechniques.map(
    (it) =>
      [
        `technique-${it.id.replaceAll('_', '-')}`,
        techniqueSeal(it.id, it.grade.toLowerCase())
      ] as const
  )
  const grades = Object.keys(gradePaints).map(
    (grade) => [`grade-${grade}`, gradeSeal(grade)] as const
  )
  return Object.fromEntries([...techniques, ...grades])
}

function avatars(): Record<string, Canvas> {
  return {
    keepers: accountAvatar('keepers', '#f2a541'),
    bellows: accountAvatar('bellows', '#62a8b8'),
    wiki: accountAvatar('wiki', '#b9a2ec')
  }
}

function packFile(): Buffer {
  const description = 'Hollow Lantern 1.4.1 (the sample of this wiki, without its functions)'
  return zip({
    'pack.mcmeta': `${JSON.stringify({ pack: { pack_format: 61, description } }, undefined, 2)}\n`,
    'data/hollow/function/start.mcfunction': 'say The lamps are lit.\n',
    'LICENSE.txt': 'Free to share and to change. Please keep its name.\n'
  })
}

async function writePictures(
  folder: string,
  pictures: Record<string, Canvas>,
  encode: (canvas: Canvas) => Promise<Buffer>
) {
  for (const [name, canvas] of Object.entries(pictures)) {
    await writeTo(folder, `${name}.png`, await encode(canvas))
  }
}

async function writeTo(folder: string, name: string, content: Buffer | string) {
  const url = new URL(`./files/${folder}/`, import.meta.url)
  await mkdir(url, { recursive: true })
  await writeFile(new URL(name, url), content)
}
