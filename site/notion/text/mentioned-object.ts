import { type Fields, isFields } from '../is-fields.ts'

/** A geographic place. */
export interface Place {
  name: string
  address: string
  /** Degrees; undefined if only the name or address is known. */
  position: { latitude: number; longitude: number } | undefined
}

/** Verification state of a page. */
export interface Verification {
  state: 'verified' | 'expired' | 'unverified'
  /** `YYYY-MM-DD` or an instant; undefined if it does not expire. */
  until: string | undefined
  byId: string | undefined
}

/** The place in the argument of a mark; undefined if it is none. */
export function placeIn(fields: Fields): Place | undefined {
  const latitude = degrees(fields['lat'] ?? fields['latitude'], 90)
  const longitude = degrees(fields['lon'] ?? fields['lng'] ?? fields['longitude'], 180)
  const [name, address] = [text(fields['name'] ?? fields['title']), text(fields['address'])]
  const hasPosition = latitude !== undefined && longitude !== undefined
  const position = hasPosition ? { latitude, longitude } : undefined
  return name || address || position ? { name, address, position } : undefined
}

/** A place as text, for search and tables. */
export function placeText({ name, address, position }: Place): string {
  const words = [name, address].filter(Boolean).join(', ')
  return words.toWellFormed() || (position ? `${position.latitude}, ${position.longitude}` : '')
}

/** The verification in the argument of a mark; undefined if it is none. */
export function verificationIn(fields: Fields): Verification | undefined {
  const { state } = fields
  if (state !== 'verified' && state !== 'expired' && state !== 'unverified') return undefined
  const date = isFields(fields['date']) ? fields['date'] : fields
  const until = text(date['end'] ?? date['end_date'] ?? date['expiration_date'])
  const by = fields['verified_by']
  const byId = text(isFields(by) ? by['id'] : by)
  return { state, until: until || undefined, byId: byId || undefined }
}

/**
 * The text of a mention that is a place or a verification; undefined for others. An object of another
 * kind counts as a place only with its position: any object may have a name.
 */
export function objectText(
  { kind, value }: { kind: string; value: unknown },
  nameOf: (id: string) => string | undefined
): string | undefined {
  if (!isFields(value)) return undefined
  const verification = verificationIn(value)
  if (verification) return verificationText(verification, nameOf)
  const place = placeIn(value)
  const isPlace = place?.position !== undefined || kind === 'place' || kind === 'location'
  return place && isPlace ? placeText(place) : undefined
}

function verificationText(
  { state, until, byId }: Verification,
  nameOf: (id: string) => string | undefined
): string {
  const name = byId === undefined ? undefined : nameOf(byId)
  return [state, until && `until ${until}`, name && `by ${name}`].filter(Boolean).join(' ')
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function degrees(value: unknown, most: number): number | undefined {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return value !== '' && Math.abs(number) <= most ? number : undefined
}
