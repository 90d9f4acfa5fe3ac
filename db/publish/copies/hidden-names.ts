import type { SpoilerRules } from '../../../site/config/config.ts'
import { unmarkedTitle } from '../../../site/spoilers/spoiler-rule.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import type { SpoilerUnits } from './spoiler-units.ts'

/** The titles that spoilers have and had, without their marks: titles of other pages may have mentioned them. */
export function readHiddenNames(
  { $client }: Mirror,
  { units, rules }: { units: SpoilerUnits; rules: SpoilerRules }
): string[] {
  const titles = $client
    .prepare<{ ids: string }, string>(
      `select title from page where id in (select value from json_each(:ids))
       union
       select title from former_title where page_id in (select value from json_each(:ids))`
    )
    .pluck()
    .all({ ids: JSON.stringify([...units.paths.keys()]) })
  return [...new Set(titles.map((title) => unmarkedTitle(title, rules)))]
}

/** The ids of these pages by the paths that they have and had in the mirror, as `ownPath` returns them. */
export function readFormerPaths({ $client }: Mirror, pageIds: string[]): Map<string, string> {
  const rows = $client
    .prepare<[string], [id: string, path: string]>(
      `select page_id, path from page_path as had
        where page_id in (select value from json_each(?))
          and not exists (select 1 from page where page.path = had.path and page.id <> page_id)`
    )
    .raw()
    .all(JSON.stringify(pageIds))
  return new Map(rows.map(([id, path]) => [path.toLowerCase(), id]))
}
