import { indexTokens } from './tokens.ts'

/** A section's number is its page's number shifted left by these bits, plus its index on the page. */
export const SECTION_BITS = 10

/** Sections of a page in a result. */
export const MAX_SECTIONS = 3

/** A section with the names of its page. */
export interface NamedSection {
  title: string
  /** Other names of the page; only the first section of a page has them. */
  aliases: string[]
  heading: string
  text: string
}

/** The tokens of a section, by column of the search index. */
export interface SectionTokens {
  /** The tokens of the names and of the heading, in order. */
  head: string[]
  /** The tokens of the text, in order. */
  body: string[]
  /** Names whose words are joined by punctuation, as one token; each once. */
  wholes: string[]
}

/** Every section includes the words of its page's title, so that a query may have words of both. */
export function sectionTokens({ title, aliases, heading, text }: NamedSection): SectionTokens {
  const head = indexTokens([title, heading, ...aliases].join('\n'))
  const body = indexTokens(text)
  const wholes = [...new Set([...head.wholes, ...body.wholes])]
  return { head: head.words, body: body.words, wholes }
}

/** The page of a section. */
export function pageNumberOf(section: number): number {
  return section >> SECTION_BITS
}

/** Groups ranked sections by page, at most `MAX_SECTIONS` for each; pages are in the order of their best section. */
export function byPage(ranked: number[]): Map<number, number[]> {
  const pages = new Map<number, number[]>()
  for (const section of ranked) {
    const number = pageNumberOf(section)
    const sections = pages.get(number)
    if (!sections) pages.set(number, [section])
    else if (sections.length < MAX_SECTIONS) sections.push(section)
  }
  return pages
}
