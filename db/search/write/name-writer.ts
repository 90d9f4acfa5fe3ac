import { squash } from '../../../site/search/fold.ts'
import { indexTokens } from '../../../site/search/tokens.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'

/** The names of a page in `search_page`; lists are JSON. */
export interface StoredNames {
  title: string
  aliases: string
  headings: string
  tags: string
}

/** A row of `search_page`. */
export interface StoredPage extends StoredNames {
  number: number
  page_id: string
}

type Columns = [number: number, title: string, alias: string, heading: string, tag: string]

/** Writes the names of pages: as they are, normalized for whole-name matches, and to the full-text index. */
export class NameWriter {
  readonly #statements

  constructor(mirror: Mirror) {
    this.#statements = prepareAll(mirror)
  }

  /** Writes the names of a page if they differ from the stored ones; returns whether they do. */
  write(page: StoredPage, stored: StoredPage | undefined): boolean {
    if (stored && isSame(stored, page)) return false
    const { number, page_id: id, title, aliases, headings, tags } = page
    if (stored) this.#removeWords(stored)
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

  /** Merges the segments of the full-text index. */
  optimize(): void {
    this.#statements.optimize.run()
  }

  /** Throws an error with the code `SQLITE_CORRUPT_VTAB` if the full-text index is damaged. */
  check(): void {
    this.#statements.check.run()
  }

  #writeName(name: string, { number }: StoredPage, isTitle: 0 | 1): void {
    if (name !== '') this.#statements.writeName.run(name, number, isTitle)
  }

  /** The full-text index is contentless: a deletion must repeat the indexed text. */
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
    // The title is written last and replaces an equal alias.
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
    optimize: $client.prepare(`insert into search_name (search_name) values ('optimize')`),
    check: $client.prepare(`insert into search_name (search_name) values ('integrity-check')`)
  }
}

function isSame(stored: StoredNames, names: StoredNames): boolean {
  return (
    stored.title === names.title &&
    stored.aliases === names.aliases &&
    stored.headings === names.headings &&
    stored.tags === names.tags
  )
}

function columnsOf({ number, title, aliases, headings, tags }: StoredPage): Columns {
  const [others, sections, options] = [listOf(aliases), listOf(headings), listOf(tags)]
  return [
    number,
    indexedText([title]),
    indexedText(others),
    indexedText(sections),
    indexedText(options)
  ]
}

function indexedText(names: string[]): string {
  const { words, wholes } = indexTokens(names.join('\n'))
  return [...words, ...wholes].join(' ')
}

/** Parses a stored JSON list. */
export function listOf(json: string): string[] {
  return JSON.parse(json) as string[]
}
