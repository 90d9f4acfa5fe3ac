import type { Decoration } from 'notion-types'

import { marksIn } from './rich-text.ts'
import { type Place, type Verification, placeIn, verificationIn } from './mentioned-object.ts'
import { type Fields, isFields } from '../is-fields.ts'

/** The place in a property's value; undefined if there is none. */
export function placeOf(value: Decoration[] | undefined): Place | undefined {
  return firstIn(value, placeIn)
}

/** The verification in a property's value; undefined if there is none. */
export function verificationOf(value: Decoration[] | undefined): Verification | undefined {
  return firstIn(value, verificationIn)
}

/**
 * Reads the arguments of a value's marks that are objects. Notion does not document the format of places
 * and verifications, so any mark may contain them.
 */
function firstIn<T>(
  value: Decoration[] | undefined,
  read: (fields: Fields) => T | undefined
): T | undefined {
  if (!Array.isArray(value)) return undefined
  const objects = value.flatMap((part) =>
    marksIn(part).flatMap(([, argument]) => (isFields(argument) ? [argument] : []))
  )
  for (const fields of objects) {
    const found = read(fields)
    if (found) return found
  }
  return undefined
}
