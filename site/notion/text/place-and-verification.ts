import type { Decoration } from 'notion-types'

import { marksIn } from './rich-text.ts'
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

/** The place in a property's value; undefined if there is none. */
export function placeOf(value: Decoration[] | undefined): Place | undefined {
  for (const fields of markObjects(value)) {
    const latitude = degrees(fields['lat'] ?? fields['latitude'], 90)
    const longitude = degrees(fields['lon'] ?? fields['lng'] ?? fields['longitude'], 180)
    const [name, address] = [text(fields['name'] ?? fields['title']), text(fields['address'])]
    const hasPosition = latitude !== undefined && longitude !== undefined
    const position = hasPosition ? { latitude, longitude } : undefined
    if (name || address || position) return { name, address, position }
  }
  return undefined
}

/** A place as text, for search and tables. */
export function placeText({ name, address, position }: Place): string {
  const words = [name, address].filter(Boolean).join(', ')
  return words || (position ? `${position.latitude}, ${position.longitude}` : '')
}

/** The verification in a property's value; undefined if there is none. */
export function verificationOf(value: Decoration[] | undefined): Verification | undefined {
  for (const fields of markObjects(value)) {
    const { state } = fields
    if (state !== 'verified' && state !== 'expired' && state !== 'unverified') continue
    const date = isFields(fields['date']) ? fields['date'] : fields
    const until = text(date['end'] ?? date['end_date'] ?? date['expiration_date'])
    const by = fields['verified_by']
    const byId = text(isFields(by) ? by['id'] : by)
    return { state, until: until || undefined, byId: byId || undefined }
  }
  return undefined
}

/**
 * Arguments of a value's marks that are objects. Notion does not document the format of places and
 * verifications, so any mark may contain them.
 */
function markObjects(value: Decoration[] | undefined): Fields[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((part) =>
    marksIn(part).flatMap(([, argument]) => (isFields(argument) ? [argument] : []))
  )
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function degrees(value: unknown, most: number): number | undefined {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return value !== '' && Math.abs(number) <= most ? number : undefined
}
