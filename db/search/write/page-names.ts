import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { squash } from '../../../site/search/fold.ts'
import { romajiOf } from '../../../site/search/romaji.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'

/** Reads the names of a page: title, aliases and tags; lists are JSON. */
export type NamesReader = (page: { id: string; title: string }) => {
  title: string
  aliases: string
  tags: string
}

/** Returns a function that reads the names of a page; requires that its values and paths are written. */
export function pageNames({ $client }: Mirror): NamesReader {
  const aliases = $client
    .prepare<[string], string>(
      `select text from property_value join collection_property using (collection_id, property_id)
        where page_id = ? and text is not null and not is_computed
          and lower(trim(name)) in ('aliases', 'alias', 'also known as', '別名')
        order by property_value.property_id, property_value.position`
    )
    .pluck()
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

  const formerTitles = $client
    .prepare<[string], string>('select title from former_title where page_id = ? order by title')
    .pluck()

  return ({ id, title }) => {
    const given = aliases.all(id).flatMap((text) => text.split(/[,;\n、；，]/))
    const slugs = paths.all(id).map((path) => slugText(path, id))
    const former = formerTitles.all(id)
    const names = otherNames([...given, ...former, ...slugs], title)
    const romanized = [title, ...given, ...former].flatMap(romajiOf)
    return {
      title: title.toWellFormed(),
      aliases: JSON.stringify([...new Set([...names, ...romanized])]),
      tags: JSON.stringify(tags.all(id))
    }
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
