import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type axeCore from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const colorRules = ['color-contrast', 'link-in-text-block']
/** An attribute of the elements whose colours are examined. */
export const MARK = 'data-new-kind'
const marked = [
  { id: 'color-contrast', selector: `[${MARK}]` },
  { id: 'link-in-text-block', selector: `a[href][${MARK}]` }
]

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** Sets `axe` in a page. */
export const axeScript = `${readFileSync(axePath, 'utf8')}
axe.configure({ rules: ${JSON.stringify(marked)} })`

/** Findings of `region` are moderate. */
const withoutRegion = { region: { enabled: false } }
export const allRules = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: withoutRegion
}
/** Without colours: these have been examined. */
export const structure = {
  ...allRules,
  rules: {
    ...withoutRegion,
    ...Object.fromEntries(colorRules.map((id) => [id, { enabled: false }]))
  }
}
/** The structure is the same by night. */
export const colors = { runOnly: { type: 'rule' as const, values: colorRules } }

/** Serious and critical findings of axe with these rules, as `rule: element`. */
export async function problemsOf(page: Page, rules: RunOptions): Promise<string[]> {
  return page.evaluate(async (given) => {
    // Set by the axe script.
    const { axe: checker } = globalThis as unknown as { axe: typeof axeCore }
    const { violations } = await checker.run(document, {
      resultTypes: ['violations'],
      // No rule here reads the style sheets.
      preload: false,
      iframes: false,
      elementRef: false,
      selectors: false,
      ...given
    })
    const isWrong = ({ id, impact }: { id: string; impact?: unknown }) =>
      impact === 'serious' || impact === 'critical' || id === 'heading-order'
    return violations
      .filter(isWrong)
      .flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`)
      )
  }, rules)
}
