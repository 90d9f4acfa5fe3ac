import { expect } from 'vitest'

const dataBlock = /<script type="application\/ld\+json">([^<>]*)<\/script>/g

/** The JSON-LD of a page. */
export function dataOf(html: string): unknown {
  const found = [...html.matchAll(dataBlock)].map(([, json = '']) => json)
  expect(found).toHaveLength(1)
  return JSON.parse(found[0] ?? '')
}

/**
 * A page without its JSON-LD element, whose content browsers do not execute; anything that escapes
 * from the element stays.
 */
export function withoutData(html: string): string {
  return html.replaceAll(dataBlock, '')
}
