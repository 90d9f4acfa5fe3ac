import { TOKENIZER_VERSION, indexTokens } from '../../../site/search/tokens.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import type { TextSection } from '../../records/page-content.ts'
import { pageNames, type NamesReader } from './page-names.ts'
import { NameWriter, type StoredNames, type StoredPage, listOf } from './write-names.ts'
import { SECTION_BITS } from '../match/section-text.ts'

/** Sections that a page may have; the last one takes the text of all that come after. */
const MAX_SECTIONS = 2 ** SECTION_BITS

/** Share of the sections from which on the full-text index is put in order. */
const MUCH = 0.2

interface StoredSection {
  id: number
  heading: string
  anchor: string | null
  text: string
}

type Columns = [id: number, head: string, body: string, whole: string]

/**
 * Writes the index of the search, page by page; what has not changed is left as it stands. Runs
 * inside the caller's transaction: the index is of the same publication as the pages. An index of
 * another tokenizer is thrown away first.
 */
export class SearchWriter {
  readonly #generation: number
  readonly #names: NameWriter
  readonly #kept = new Set<number>()
  readonly #statements
  readonly #readNames: NamesReader
  #next: number
  /** Sections of which the text was written anew. */
  #written = 0

  constructor(mirror: Mirror, generation: number) {
    this.#generation = generation
    this.#names = new NameWriter(mirror)
    this.#readNames = pageNames(mirror)
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

  /** Writes what a page is found by. */
  write(page: { id: string; title: string }, written: TextSection[]): void {
    const held = this.#statements.page.get(page.id)
    const number = held?.number ?? this.#next++
    const sections = numbered(number, written)
    const headings = sections.map(({ heading }) => heading).filter(Boolean)
    const names = { ...this.#readNames(page), headings: JSON.stringify(headings) }
    const isRenamed = this.#names.write({ ...names, number, page_id: page.id }, held)
    this.#writeSections({ held, names, number, sections, isRenamed })
    this.#kept.add(number)
  }

  /** Says which publication the index is of; pages that were not written stay as they are. */
  finishPart(): void {
    this.#statements.writeIndex.run(TOKENIZER_VERSION, this.#generation)
  }

  /** Takes out the pages that are gone, and says which publication the index is of. */
  finish(): void {
    for (const page of this.#statements.pages.all()) {
      if (this.#kept.has(page.number)) continue
      for (const section of this.#sectionsOf(page.number)) this.#remove(section, page)
      this.#names.remove(page)
    }
    this.#statements.writeIndex.run(TOKENIZER_VERSION, this.#generation)
    // In one piece it is asked twice as fast; after small changes that would be to write it all again.
    const sections = this.#statements.countSections.get() ?? 0
    if (this.#written <= sections * MUCH) return
    this.#statements.joinPieces.run()
    this.#names.joinPieces()
  }

  #writeSections(page: {
    held: StoredNames | undefined
    names: StoredNames
    number: number
    sections: StoredSection[]
    isRenamed: boolean
  }): void {
    const { held, names, number, sections, isRenamed } = page
    const stored = new Map(this.#sectionsOf(number).map((section) => [section.id, section]))
    for (const section of sections) {
      const before = stored.get(section.id)
      stored.delete(section.id)
      const isSameText = before?.heading === section.heading && before.text === section.text
      if (isSameText && before.anchor === section.anchor && !isRenamed) continue
      if (before && held) this.#remove(before, held)
      const { id, heading, anchor, text } = section
      this.#statements.writeSection.run(id, number, heading, anchor, text)
      this.#statements.writeText.run(...columnsOf(section, names))
      this.#written++
    }
    if (held) for (const section of stored.values()) this.#remove(section, held)
  }

  /** The full-text index keeps no text: it must be told what it was given. */
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
    joinPieces: $client.prepare(`insert into search_text (search_text) values ('optimize')`),
    removeSection: $client.prepare('delete from search_section where id = ?'),
    removeText: $client.prepare<Columns>(
      `insert into search_text (search_text, rowid, head, body, whole) values ('delete', ?, ?, ?, ?)`
    )
  }
}

function numbered(number: number, written: TextSection[]): StoredSection[] {
  const rest = written.slice(MAX_SECTIONS)
  return written.slice(0, MAX_SECTIONS).map((section, index) => {
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

/**
 * The words of a section. All sections have those of their page's title, the first one those of its
 * other names; its tags stand in its text.
 */
function columnsOf({ id, heading, text }: StoredSection, names: StoredNames): Columns {
  const isFirst = id % MAX_SECTIONS === 0
  const others = isFirst ? listOf(names.aliases) : []
  const head = indexTokens([names.title, heading, ...others].join('\n'))
  const body = indexTokens(text)
  const wholes = [...new Set([...head.wholes, ...body.wholes])]
  return [id, head.words.join(' '), body.words.join(' '), wholes.join(' ')]
}
