import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

import { ifExists } from '../http/missing-file.ts'

/** A drawing of an icon's size is a few kilobytes. */
const MAX_BYTES = 200_000
const require = createRequire(import.meta.url)
const emojiFolder = path.dirname(require.resolve('@twemoji/svg/package.json'))

/** The drawing of an emoji, as SVG; undefined for what is none. Files are called after the code points. */
export async function emojiSvg(emoji: string): Promise<string | undefined> {
  const codes = [...emoji].map((sign) => sign.codePointAt(0)?.toString(16) ?? '')
  // Most names leave out the selector of the coloured form.
  const names = [codes, codes.filter((code) => code !== 'fe0f')].map((each) => each.join('-'))
  for (const name of names) {
    const svg = await ifExists(readFile(path.join(emojiFolder, `${name}.svg`), 'utf8'))
    if (svg !== undefined) return svg
  }
  return undefined
}

/**
 * An SVG of the workspace that is a drawing and nothing else: what could name another file, or
 * unpack itself, is not drawn. Undefined for all others, and where there is no such file.
 */
export async function storedSvg(file: string): Promise<string | undefined> {
  const size = (await ifExists(stat(file)))?.size
  if (size === undefined || size > MAX_BYTES) return undefined
  const svg = await ifExists(readFile(file, 'utf8'))
  return svg !== undefined && isDrawing(svg) ? svg : undefined
}

function isDrawing(svg: string): boolean {
  const isSvg = /^\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*<svg[\s>]/.test(svg)
  const isPlain =
    !/<!(DOCTYPE|ENTITY|\[)|<\?xml-|@import|<([\w-]+:)?(image|feImage|use|foreignObject)\b/i.test(
      svg
    )
  return isSvg && isPlain
}
