import { squash } from '../../../site/search/fold.ts'
import { indexTokens } from '../../../site/search/tokens.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'

/** What a page is found by beside its text, as the mirror holds it: lists are JSON. */
export interface StoredNames {
  title: string
  aliases: string
  headings: string
  tags: string
}

export interface StoredPage extends StoredNames {
  number: number
  page_id: string
}

type Columns = [number: number, title: string, alias: string, heading: string, tag: string]

/** Writes what pages are called: as it is, for whole names, and for words of names. */
export class NameWriter {
  readonly #statements

  constructor(mirror: Mirror) {
    this.#statements = prepareAll(mirror)
  }

  /** Puts a page in the place of what was held of it, if that has changed; returns whether it has. */
  write(page: StoredPage, held: StoredPage | undefined): boolean {
    if (held && isSame(held, page)) return false
    const { number, page_id: id, title, aliases, headings, tags } = page
    if (held) this.#removeWords(held)
    this.#statements.writePage.run(number, id, title, aliases, headings, tags)
    for (const name of new Set(listOf(aliases).map(squash))) this.#writeName(name, page, 0)
    this.#writeName(squash(title), page, 1)
    this.#statements.writeWords.run(...columnsOf(page))
    return true
  }

  remove(page: StoredPage): void {
    this.#removeWords(page)
    this.#statements.removePage.run(page.number)
  }

  /** Puts the full-text index in order. */
  joinPieces(): void {
    this.#statements.joinPieces.run()
  }

  #writeName(name: string, { number }: StoredPage, isTitle: 0 | 1): void {
    if (name !== '') this.#statements.writeName.run(name, number, isTitle)
  }

  /** The full-text index keeps no text: it must be told what it was given. */
  #removeWords(page: StoredPage): void {
    this.#statements.removeNames.run(page.number)
    this.#statements.removeWords.run(...columnsOf(page))
  }
}

function prepareAll({ $client }: Mirror) {
  return {
    writePage: $client.prepare(
      `insert into search_page (number, page_id, title, aliases, headings, tags)
       values (?, ?, ?, ?, ?, ?)
       on conflict (number) do update set
         title = excluded.title, aliases = excluded.aliases,
         headings = excluded.headings, tags = excluded.tags`
    ),
    // A title comes last and takes the place of an equal other name.
    writeName: $client.prepare(
      'insert or replace into search_called (name, page_number, is_title) values (?, ?, ?)'
    ),
    writeWords: $client.prepare<Columns>(
      'insert into search_name (rowid, title, alias, heading, tag) values (?, ?, ?, ?, ?)'
    ),
    removePage: $client.prepare('delete from search_page where number = ?'),
    removeNames: $client.prepare('delete from search_called where page_number = ?'),
    removeWords: $client.prepare<Columns>(
      `insert into search_name (search_name, rowid, title, alias, heading, tag)
       values ('delete', ?, ?, ?, ?, ?)`
    ),
    joinPieces: $client.prepare(`insert into search_name (search_name) values ('optimize')`)
  }
}

function isSame(held: StoredNames, names: StoredNames): boolean {
  return (
    held.title === names.title &&
    held.aliases === names.aliases &&
    held.headings === names.headings &&
    held.tags === names.tags
  )
}

function columnsOf({ number, title, aliases, headings, tags }: StoredPage): Columns {
  const [others, sections, options] = [listOf(aliases), listOf(headings), listOf(tags)]
  return [number, wordsOf([title]), wordsOf(others), wordsOf(sections), wordsOf(options)]
}

function wordsOf(names: string[]): string {
  const { words, wholes } = indexTokens(names.join('\n'))
  return [...words, ...wholes].join(' ')
}

/** A list as the mirror holds it, in JSON. */
export function listOf(json: string): string[] {
  return JSON.parse(json) as string[]
}
