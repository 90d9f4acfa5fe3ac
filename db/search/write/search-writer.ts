import { SECTION_BITS, sectionTokens } from '../../../site/search/section-tokens.ts'
import { TOKENIZER_VERSION } from '../../../site/search/tokens.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import type { TextSection } from '../../records/page-content.ts'
import { type CoveredNames, type NamesReader, pageNames } from './page-names.ts'
import { NameWriter, type StoredNames, type StoredPage, listOf } from './name-writer.ts'

/** Maximum of sections per page; the last one contains the text of all further sections. */
const MAX_SECTIONS = 2 ** SECTION_BITS

/** Share of rewritten sections from which on the full-text index is optimized. */
const OPTIMIZE_SHARE = 0.2

interface StoredSection {
  id: number
  heading: string
  anchor: string | null
  text: string
}

type Columns = [id: number, head: string, body: string, whole: string]

/**
 * Makes the next `SearchWriter` delete the whole index. `publish` calls it when an index is damaged:
 * in SQLite 3.53, FTS5 damages one in rare cases when it erases words from long texts.
 */
export function discardIndex({ $client }: Mirror): void {
  $client.exec('delete from search_index')
}

/**
 * Writes the search index page by page and skips unchanged pages. Runs inside the caller's
 * transaction, so that the index belongs to the same publication as the pages. A discarded index, or
 * one of another tokenizer version, is deleted first. `finish` and `finishPart` throw an error with
 * the code `SQLITE_CORRUPT_VTAB` if the index is damaged.
 */
export class SearchWriter {
  readonly #generation: number
  readonly #names: NameWriter
  readonly #writtenPages = new Set<number>()
  readonly #statements
  readonly #readNames: NamesReader
  #next: number
  /** Number of rewritten sections. */
  #written = 0

  constructor(mirror: Mirror, generation: number, covered: CoveredNames) {
    this.#generation = generation
    this.#names = new NameWriter(mirror)
    this.#readNames = pageNames(mirror, covered)
    this.#statements = prepareAll(mirror)
    const { $client } = mirror
    const tokenizer = $client.prepare('select tokenizer from search_index').pluck().get()
    if (tokenizer !== TOKENIZER_VERSION) {
      $client.exec(`
        insert into search_text (search_text) values ('delete-all');
        insert into search_name (search_name) values ('delete-all');
        delete from search_called; delete from search_section; delete from search_page`)
    }
    const last = $client.prepare<[], number | null>('select max(number) from search_page').pluck()
    this.#next = (last.get() ?? 0) + 1
  }

  /** Writes the names and sections of a page. */
  write(page: { id: string; title: string }, content: TextSection[]): void {
    const stored = this.#statements.page.get(page.id)
    const number = stored?.number ?? this.#next++
    const sections = numbered(number, content)
    const headings = sections.map(({ heading }) => heading).filter(Boolean)
    const names = { ...this.#readNames(page), headings: JSON.stringify(headings) }
    const isRenamed = this.#names.write({ ...names, number, page_id: page.id }, stored)
    this.#writeSections({ storedNames: stored, names, number, sections, isRenamed })
    this.#writtenPages.add(number)
  }

  /** Stores the generation of the index; pages that were not written remain. */
  finishPart(): void {
    this.#statements.writeIndex.run(TOKENIZER_VERSION, this.#generation)
    this.#check()
  }

  /** Deletes the pages that were not written, and stores the generation of the index. */
  finish(): void {
    for (const page of this.#statements.pages.all()) {
      if (this.#writtenPages.has(page.number)) continue
      for (const section of this.#sectionsOf(page.number)) this.#remove(section, page)
      this.#names.remove(page)
    }
    this.#statements.writeIndex.run(TOKENIZER_VERSION, this.#generation)
    // An optimized index is twice as fast; after small changes the rewrite would not pay.
    const sections = this.#statements.countSections.get() ?? 0
    if (this.#written > sections * OPTIMIZE_SHARE) {
      this.#statements.optimize.run()
      this.#names.optimize()
    }
    this.#check()
  }

  /** Takes 13 ms for 1,000 pages. */
  #check(): void {
    this.#statements.check.run()
    this.#names.check()
  }

  #writeSections(page: {
    storedNames: StoredNames | undefined
    names: StoredNames
    number: number
    sections: StoredSection[]
    isRenamed: boolean
  }): void {
    const { storedNames, names, number, sections, isRenamed } = page
    const stored = new Map(this.#sectionsOf(number).map((section) => [section.id, section]))
    for (const section of sections) {
      const before = stored.get(section.id)
      stored.delete(section.id)
      const isSameText = before?.heading === section.heading && before.text === section.text
      if (isSameText && before.anchor === section.anchor && !isRenamed) continue
      if (before && storedNames) this.#remove(before, storedNames)
      const { id, heading, anchor, text } = section
      this.#statements.writeSection.run(id, number, heading, anchor, text)
      this.#statements.writeText.run(...columnsOf(section, names))
      this.#written++
    }
    if (!storedNames) return
    for (const section of stored.values()) this.#remove(section, storedNames)
  }

  /** The full-text index is contentless: a deletion must repeat the indexed text. */
  #remove(section: StoredSection, names: StoredNames): void {
    this.#statements.removeText.run(...columnsOf(section, names))
    this.#statements.removeSection.run(section.id)
  }

  #sectionsOf(number: number): StoredSection[] {
    return this.#statements.sections.all(number)
  }
}

function prepareAll({ $client }: Mirror) {
  return {
    page: $client.prepare<[string], StoredPage>('select * from search_page where page_id = ?'),
    pages: $client.prepare<[], StoredPage>('select * from search_page'),
    sections: $client.prepare<[number], StoredSection>(
      'select id, heading, anchor, text from search_section where page_number = ?'
    ),
    writeSection: $client.prepare(
      'insert into search_section (id, page_number, heading, anchor, text) values (?, ?, ?, ?, ?)'
    ),
    writeText: $client.prepare<Columns>(
      'insert into search_text (rowid, head, body, whole) values (?, ?, ?, ?)'
    ),
    writeIndex: $client.prepare(
      'insert or replace into search_index (id, tokenizer, generation) values (1, ?, ?)'
    ),
    countSections: $client.prepare<[], number>('select count(*) from search_section').pluck(),
    optimize: $client.prepare(`insert into search_text (search_text) values ('optimize')`),
    check: $client.prepare(`insert into search_text (search_text) values ('integrity-check')`),
    removeSection: $client.prepare('delete from search_section where id = ?'),
    removeText: $client.prepare<Columns>(
      `insert into search_text (search_text, rowid, head, body, whole) values ('delete', ?, ?, ?, ?)`
    )
  }
}

function numbered(number: number, content: TextSection[]): StoredSection[] {
  const rest = content.slice(MAX_SECTIONS)
  return content.slice(0, MAX_SECTIONS).map((section, index) => {
    const isLast = index === MAX_SECTIONS - 1
    const more = isLast ? rest.flatMap(({ heading, text }) => [heading, text]) : []
    return {
      id: number * MAX_SECTIONS + index,
      heading: section.heading.toWellFormed(),
      anchor: section.anchor,
      text: [section.text, ...more].join('\n').toWellFormed()
    }
  })
}

/** Returns the indexed columns of a section. The first one includes aliases; tags are part of the text. */
function columnsOf({ id, heading, text }: StoredSection, names: StoredNames): Columns {
  const isFirst = id % MAX_SECTIONS === 0
  const aliases = isFirst ? listOf(names.aliases) : []
  const tokens = sectionTokens({ title: names.title, aliases, heading, text })
  return [id, tokens.head.join(' '), tokens.body.join(' '), tokens.wholes.join(' ')]
}
