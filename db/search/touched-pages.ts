import { isEmojiIcon } from '../../site/notion/blocks/emoji-icon.ts'
import { keys, textsNumber } from '../changes/change-keys.ts'
import type { ChangeKey } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/**
 * Returns the numbers of the pages that `readShardPages` may read differently after these keys were
 * touched, removed pages included. Not for a mirror with excluded pages, whose titles are withheld from
 * the texts of other pages.
 */
export function readTouchedNumbers(mirror: Mirror, touched: ReadonlySet<ChangeKey>): Set<number> {
  const texts = [...touched].flatMap((key) => textsNumber(key) ?? [])
  return new Set([
    ...texts,
    // An older fansite may have published meanwhile, which logs no keys of texts.
    ...numbersOf(mirror, idsIn(touched, keys.page(''))),
    ...belowRenamed(mirror, touched),
    ...withOtherIcons(mirror, touched)
  ])
}

function idsIn(touched: ReadonlySet<ChangeKey>, prefix: string): string[] {
  return [...touched].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
}

function numbersOf({ $client }: Mirror, ids: string[]): number[] {
  return $client
    .prepare<[string], number>(
      'select number from search_page where page_id in (select value from json_each(?))'
    )
    .pluck()
    .all(JSON.stringify(ids))
}

/** Pages with another title, path or icon, and all pages below, which name their ancestors. */
function belowRenamed({ $client }: Mirror, touched: ReadonlySet<ChangeKey>): number[] {
  const ids = idsIn(touched, keys.name(''))
  return $client
    .prepare<[string], number>(
      `with recursive renamed(id) as (
         select value from json_each(?)
         union select page.id from renamed join page on page.parent_page_id = renamed.id)
       select number from renamed join search_page on search_page.page_id = renamed.id`
    )
    .pluck()
    .all(JSON.stringify(ids))
}

/** Pages whose icon is a picture with another stored file. */
function withOtherIcons({ $client }: Mirror, touched: ReadonlySet<ChangeKey>): number[] {
  return $client
    .prepare<[], { number: number; icon: string }>(
      `select number, icon from search_page join page on page.id = search_page.page_id
        where icon is not null`
    )
    .all()
    .filter(({ icon }) => !isEmojiIcon(icon) && touched.has(keys.file(icon)))
    .map(({ number }) => number)
}
