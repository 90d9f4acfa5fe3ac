import type { Block, Decoration } from 'notion-types'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { squash } from '../../../site/search/fold.ts'
import { romajiOf } from '../../../site/search/romaji.ts'
import { marksOf } from '../../../site/notion/text/rich-text.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'

/** Reads the names of a page: title, aliases and tags; lists are JSON. */
export type NamesReader = (page: { id: string; title: string }) => {
  title: string
  aliases: string
  tags: string
}

/** The pages whose names are covered: they are not in the names of other pages. */
export interface CoveredNames {
  covers: (id: string) => boolean
  hasCovered: boolean
}

/** Returns a function that reads the names of a page; requires that its values and paths are written. */
export function pageNames(mirror: Mirror, covered: CoveredNames): NamesReader {
  const { $client } = mirror
  const aliases = $client.prepare<[string], Alias>(
    `select property_id, text from property_value join collection_property using (collection_id, property_id)
        where page_id = ? and text is not null and not is_computed
          and lower(trim(name)) in ('aliases', 'alias', 'also known as', '別名')
        order by property_value.property_id, property_value.position`
  )
  const tags = $client
    .prepare<[string], string>(
      `select distinct text from property_value
        where page_id = ? and type in ('select', 'multi_select', 'status') and text is not null
        order by property_id, position`
    )
    .pluck()
  const paths = $client
    .prepare<[string], string>(
      'select distinct path from page_path where page_id = ? order by path'
    )
    .pluck()
  const currentPath = $client
    .prepare<[string], string>(
      'select path from page_path where page_id = ? and last_seen_at is null'
    )
    .pluck()
  const formerTitles = $client
    .prepare<[string], string>('select title from former_title where page_id = ? order by title')
    .pluck()

  const open = openNames(mirror, covered)

  return ({ id, title }) => {
    const given = open
      .aliases(id, aliases.all(id))
      .flatMap(({ text }) => text.split(/[,;\n、；，]/))
    const isOpen = open.hasOpenTitles(id)
    const slugs = (isOpen ? paths : currentPath).all(id).map((path) => slugText(path, id))
    const former = isOpen ? formerTitles.all(id) : []
    const names = otherNames([...given, ...former, ...slugs], title)
    const romanized = [title, ...given, ...former].flatMap(romajiOf)
    return {
      title: title.toWellFormed(),
      aliases: JSON.stringify([...new Set([...names, ...romanized])]),
      tags: JSON.stringify(tags.all(id))
    }
  }
}

interface Alias {
  property_id: string
  text: string
}

/** Leaves out names that may contain those of covered pages. */
function openNames({ $client }: Mirror, { covers, hasCovered }: CoveredNames) {
  const records = $client.prepare<[string], string>('select raw from block where id = ?').pluck()
  const mentioned = $client
    .prepare<[string], string>('select mentioned_id from title_mention where page_id = ?')
    .pluck()
  return {
    /** Without the properties that mention a covered page, or are a relation to one. */
    aliases(id: string, found: Alias[]): Alias[] {
      if (!hasCovered || found.length === 0) return found
      const { properties = {} } = JSON.parse(records.get(id) ?? '{}') as Partial<Block>
      const values = properties as Record<string, Decoration[] | undefined>
      return found.filter(
        ({ property_id: property }) =>
          !marksOf(values[property], 'p').some((each) => covers(String(each)))
      )
    },
    /** Whether no title of the page has mentioned a covered page: former titles contain its name. */
    hasOpenTitles: (id: string): boolean => !hasCovered || !mentioned.all(id).some(covers)
  }
}

/** Returns the text of a path's last segment, without the page's id. */
function slugText(path: string, id: string): string {
  const slug = path.slice(path.lastIndexOf('/') + 1)
  const [, words = '', tail] = /^(?:(.*)-)?([0-9a-f]{4,32})$/.exec(slug) ?? []
  const isOwn = tail !== undefined && undashId(id).endsWith(tail)
  return (isOwn ? words : slug).replaceAll('-', ' ')
}

function otherNames(names: string[], title: string): string[] {
  const known = new Set(['', squash(title)])
  return names
    .map((name) => name.trim().toWellFormed())
    .filter((name) => {
      const isNew = !known.has(squash(name))
      known.add(squash(name))
      return isNew
    })
}
