import type { Mirror } from '../mirror/open-mirror.ts'
import { keys } from './change-keys.ts'
import { isLogged } from './is-logged.ts'

/** A page of a list in the order of the site, as a cursor names it. */
interface ListPlace {
  id: string
  /** The publication whose order is meant; undefined in cursors of earlier versions. */
  since: number | undefined
  /** The present publication. */
  until: number
  isDescending: boolean
}

/**
 * Reads the position behind which a list in the order of the site continues after a page. Later publications
 * may have changed positions. Pages that they have not moved are in the order they were in, so the list
 * continues after the page, or before the first page that was moved into the part that is read already.
 * Undefined if the list has to begin again: the page has left or moved, or the log does not tell.
 */
export function readPlace(
  mirror: Mirror,
  { id, since, until, isDescending }: ListPlace
): number | undefined {
  const { position, moved } = statements(mirror)
  const own = position.get(id)
  if (own === undefined || since === undefined || since === until) return own
  if (!isLogged(mirror, { since, until })) return undefined
  const places = moved.all({ since })
  if (places.some((place) => place.id === id)) return undefined
  const positions = places.map((place) => place.position)
  return isDescending
    ? Math.max(own, ...positions.map((each) => each + 1))
    : Math.min(own, ...positions.map((each) => each - 1))
}

const kinds = { place: keys.place(''), name: keys.name(''), added: keys.added('') }

/**
 * The pages that were moved, and those that have left the site and returned: the name of a removed page
 * is touched before the page is added.
 */
const movedIds = `
  select substr(key, ${kinds.place.length + 1}) as id
    from change where generation > :since and key like '${kinds.place}%'
   union
  select substr(key, instr(key, ':') + 1)
    from change where generation > :since and (key like '${kinds.name}%' or key like '${kinds.added}%')
   group by 1 having min(generation) < max(iif(key like '${kinds.added}%', generation, 0))`

const statements = ({ $client }: Mirror) => ({
  position: $client.prepare<[string], number>('select position from page where id = ?').pluck(),
  moved: $client.prepare<{ since: number }, { id: string; position: number }>(
    `select page.id, page.position from (${movedIds}) as moved join page on page.id = moved.id`
  )
})
