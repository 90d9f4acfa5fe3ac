import { readFile, stat } from 'node:fs/promises'

import { ifExists } from '../http/missing-file.ts'
import { readEmoji } from './drawing-files.ts'

/** An SVG icon has a few kilobytes. */
const MAX_BYTES = 200_000

/** The SVG of an emoji; undefined for any other text. The files are named after the code points. */
export async function emojiSvg(emoji: string): Promise<string | undefined> {
  const codes = [...emoji].map((character) => character.codePointAt(0)?.toString(16) ?? '')
  // Most names omit U+FE0F, the selector of the coloured form.
  const names = [codes, codes.filter((code) => code !== 'fe0f')].map((each) => each.join('-'))
  for (const name of names) {
    const svg = await readEmoji(name)
    if (svg !== undefined) return svg
  }
  return undefined
}

/**
 * An SVG from the workspace that is safe to draw: it cannot load another file or expand entities.
 * Undefined for any other SVG, and if there is no such file.
 */
export async function storedSvg(file: string): Promise<string | undefined> {
  const size = (await ifExists(stat(file)))?.size
  if (size === undefined || size > MAX_BYTES) return undefined
  const svg = await ifExists(readFile(file, 'utf8'))
  return svg !== undefined && isSafeSvg(svg) ? svg : undefined
}

function isSafeSvg(svg: string): boolean {
  // A comment ends at its first `-->`; otherwise, a number of them could be read in too many ways.
  const isSvg = /^\s*(<\?xml[^>]*>\s*)?(<!--((?!-->)[^])*-->\s*)*<svg[\s>]/.test(svg)
  const isPlain =
    !/<!(DOCTYPE|ENTITY|\[)|<\?xml-|@import|<([\w-]+:)?(image|feImage|use|foreignObject)\b/i.test(
      svg
    )
  return isSvg && isPlain
}
