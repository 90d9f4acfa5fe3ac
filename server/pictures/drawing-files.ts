import { existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, inflateRawSync } from 'node:zlib'

import { ifExists } from '../http/missing-file.ts'

/**
 * Fonts and drawings of emoji. Their packages take 30 MB and are only installed for development: the
 * build has the files that are used, see `vite.node.config.ts`.
 */
const built = fileURLToPath(new URL('../../dist/node/drawings/', import.meta.url))
const require = createRequire(import.meta.url)

export const cardFonts = {
  title: '@expo-google-fonts/dotgothic16/400Regular/DotGothic16_400Regular.ttf',
  text: '@expo-google-fonts/m-plus-1p/400Regular/MPLUS1p_400Regular.ttf'
}

/** Where each drawing is in `emoji.bin`: the first byte and the number of bytes, compressed. */
export type EmojiPlaces = Record<string, [start: number, length: number]>

/** A font of `cardFonts`; the copies in the build are compressed. */
export async function readFont(name: string): Promise<Buffer> {
  const copy = path.join(built, `${path.basename(name)}.gz`)
  return existsSync(copy) ? gunzipSync(await readFile(copy)) : readFile(require.resolve(name))
}

/** The SVG of an emoji by its code points, such as `1f3ee`; undefined if there is none. */
export async function readEmoji(codes: string): Promise<string | undefined> {
  if (!existsSync(path.join(built, 'emoji.bin'))) {
    const folder = path.dirname(require.resolve('@twemoji/svg/package.json'))
    return ifExists(readFile(path.join(folder, `${codes}.svg`), 'utf8'))
  }
  const { places, file } = (pack ??= openPack())
  const place = Object.hasOwn(places, codes) ? places[codes] : undefined
  if (!place) return undefined
  const [start, length] = place
  const bytes = Buffer.alloc(length)
  readSync(file, bytes, 0, length, start)
  return inflateRawSync(bytes).toString()
}

let pack: ReturnType<typeof openPack> | undefined

/** The file stays open as long as the process runs. */
function openPack(): { places: EmojiPlaces; file: number } {
  const places = JSON.parse(readFileSync(path.join(built, 'emoji.json'), 'utf8')) as EmojiPlaces
  return { places, file: openSync(path.join(built, 'emoji.bin'), 'r') }
}
