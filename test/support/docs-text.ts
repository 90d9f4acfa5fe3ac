import { existsSync, readFileSync, readdirSync } from 'node:fs'

import { expect } from 'vitest'

/** The repository. */
export const root = new URL('../../', import.meta.url)
/** The text of a file, by its path from the root. */
export const read = (name: string) => readFileSync(new URL(name, root), 'utf8')
export const exists = (name: string, base: URL = root) => existsSync(new URL(name, base))

const docs = readdirSync(new URL('docs', root))
  .filter((name) => !name.endsWith('.png'))
  .map((name) => `docs/${name}`)
/** README, docs and the other texts for people. */
export const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...docs]

/** The text below a heading, up to the next heading of its level or a higher one. */
export function section(page: string, heading: string): string {
  const text = read(page)
  const level = /^#+/.exec(heading)?.[0].length ?? 0
  const start = text.indexOf(`\n${heading}\n`)
  expect(start, `${page} has no heading ${heading}`).toBeGreaterThan(0)
  const rest = text.slice(start + heading.length + 2)
  const end = rest.search(new RegExp(`^#{1,${level}} `, 'm'))
  return end === -1 ? rest : rest.slice(0, end)
}

/** The cells of all table rows, without head and ruler. */
export function rows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, ...cells]) => cells)
    .filter(([first = '']) => /^(`|\d)/.test(first))
}

/** The code in the first cell of each row. */
export const firstCells = (text: string) => rows(text).flatMap(([first = '']) => backticked(first))

/** The code in a text. Fenced blocks are left out: their fences would pair with other backticks. */
export function backticked(text: string): string[] {
  const inline = text.replaceAll(/^```.*?^```$/gms, '')
  return [...inline.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
}

/** The anchors of a page's headings, as GitHub makes them. */
export function headingsOf(text: string): string[] {
  return (text.match(/(?<=^#+ ).+/gm) ?? []).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  )
}
