import { fullTextQuestion, questions } from '../../../db/describe/questions.ts'
import type { CorpusPage } from '../names/search-corpus.ts'

/** A statement whose fetched bytes are measured. */
export interface Measured {
  name: string
  sql: string
  /** Kilobytes that the statement may fetch, with the opening of the database. */
  limit?: number
}

/** The questions of the guide, and others about the pages of a corpus. */
export function measuredStatements(corpus: CorpusPage[]): Measured[] {
  const [, english, japanese] = corpus
  const words = (text: string) => fullTextQuestion.sql.replace('lantern oil', () => text)
  const text = japanese?.sections.map((section) => section.text).join(' ')
  const runs = text?.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{6,}/gu)
  return [
    {
      name: 'The last edits',
      sql: 'select * from pages order by last_edited_time desc limit 10',
      limit: 300
    },
    { name: 'Words of a page', sql: words(english?.rare ?? ''), limit: 600 },
    { name: 'A Japanese phrase', sql: words(runs?.[0]?.slice(0, 6) ?? ''), limit: 600 },
    { name: 'A pair of words', sql: words(english?.title ?? ''), limit: 600 },
    { name: 'A word of every tenth section, ranked', sql: words('near') },
    ...questions.map(({ question, sql }) => ({ name: question, sql }))
  ]
}
