import fc from 'fast-check'
import { expect, test } from 'vitest'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { assignPagePaths } from '../../../site/addresses/page-paths.ts'
import { isReservedPath } from '../../../site/addresses/reserved-paths.ts'
import { titleToSlug } from '../../../site/addresses/slug.ts'
import { propertySettings } from '../../support/run/sweep.ts'

const titles = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('Search', 'api', '_app', 'Lamp', 'lamp', '🏮', 'v1.20.4', 'ﾃｽﾄ', 'Été')
)
const pages = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    title: titles,
    slugProperty: fc.option(titles, { nil: undefined }),
    createdTime: fc.nat(1000)
  }),
  { selector: (page) => page.id, minLength: 1, maxLength: 40 }
)

test('any set of page titles gets unique, unreserved paths that start with a slash', () => {
  fc.assert(
    fc.property(pages, fc.boolean(), (sources, includeNotionIdInUrls) => {
      const [root, overridden] = sources
      const rules = {
        rootNotionPageId: root?.id ?? '',
        pageUrlOverrides: Object.fromEntries(overridden ? [['/lamp', overridden.id]] : []),
        includeNotionIdInUrls
      }
      const paths = assignPagePaths(sources, rules)
      const all = sources.map((page) => paths.get(page.id)?.path ?? '')

      expect(new Set(all).size).toBe(sources.length)
      for (const [index, path] of all.entries()) {
        expect(path).toMatch(/^\/[^/?#\s]*$/)
        expect(isReservedPath(path) && path !== '/').toBe(false)
        expect(decodeURIComponent(encodeURI(path)).normalize('NFC')).toBe(path)
        const id = sources[index]?.id ?? ''
        if (includeNotionIdInUrls && index > 1) expect(path.endsWith(undashId(id))).toBe(true)
      }
    }),
    propertySettings(100)
  )
})

test('slugs are idempotent, so a slug copied into a Slug property is unchanged', () => {
  fc.assert(
    fc.property(titles, (title) => {
      const slug = titleToSlug(title)
      expect(titleToSlug(slug)).toBe(slug)
    }),
    propertySettings(100)
  )
})
