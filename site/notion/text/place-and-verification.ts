import type { Decoration } from 'notion-types'

import { marksIn } from './rich-text.ts'

/** A place on the map. */
export interface Place {
  name: string
  address: string
  /** Degrees; undefined for a place that is only named. */
  position: { latitude: number; longitude: number } | undefined
}

/** Whether somebody vouched for a page, and until when. */
export interface Verification {
  state: 'verified' | 'expired' | 'unverified'
  /** `YYYY-MM-DD` or an instant; undefined without an end. */
  until: string | undefined
  byId: string | undefined
}

type Fields = Record<string, unknown>

/** The place that a property's value names; undefined when there is none in it. */
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

/** A place in words, as search and tables have it. */
export function placeText({ name, address, position }: Place): string {
  const words = [name, address].filter(Boolean).join(', ')
  return words || (position ? `${position.latitude}, ${position.longitude}` : '')
}

/** What a property says of a page's verification; undefined when it says nothing. */
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
 * What the marks of a value tell as objects. How the workspace
 * sends places and verifications is written down nowhere, so any mark may hold them.
 */
function markObjects(value: Decoration[] | undefined): Fields[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((part) =>
    marksIn(part).flatMap(([, argument]) => (isFields(argument) ? [argument] : []))
  )
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function degrees(value: unknown, most: number): number | undefined {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return value !== '' && Math.abs(number) <= most ? number : undefined
}
