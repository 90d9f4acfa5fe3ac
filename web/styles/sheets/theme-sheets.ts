import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Theme } from '../../../site/config/config.ts'
import { isState, readSheet, rulesOf } from './css-rules.ts'
import { notionRules } from './notion-sheet.ts'

/** The style sheets of a theme, as sources for the build. */
export interface ThemeSheets {
  /** That of a first screen, inlined into every page. */
  critical: string
  /** That of everything else. */
  page: string
  /** The part of `page` that a first screen may need. */
  components: string
}

const folder = path.dirname(fileURLToPath(import.meta.url))
const read = (name: string, skipped?: RegExp) => readSheet(path.join(folder, name), skipped)

/** Sheets of the game's look: react-notion-x has fonts and colours of its own. */
const replaced = /\/(?:fonts|colors)\.css$/

/**
 * The sheets of a theme. All rules are in layers, so that a site's own style sheet, which is in none,
 * wins whatever the order and the selectors are. Rules for states that no first paint shows are
 * moved from the first sheet to the second.
 */
export function themeSheets(theme: Theme): ThemeSheets {
  return theme === 'notion' ? notionSheets() : pixelSheets()
}

function pixelSheets(): ThemeSheets {
  const first = rulesOf(read('critical.css'))
  const components = read('components.css')
  const rest = components + read('later.css') + first.filter(isState).join('')
  return {
    critical: layer('base', without(first)),
    page: layer('base', rest),
    components
  }
}

/** Shared rules, below those of react-notion-x, below what only this site has. */
function notionSheets(): ThemeSheets {
  const order = '@layer base,notion,skin;'
  const first = rulesOf(read('critical.css', replaced))
  const skin = rulesOf(read('critical-notion.css'))
  const seldom = read('components.css')
  const later = read('later.css') + first.filter(isState).join('')
  const { critical, components, states } = notionRules(`${without(first)}${without(skin)}`)
  const own = read('notion.css') + skin.filter(isState).join('')
  return {
    critical: `${order}${layer('base', without(first))}${layer('notion', critical)}${layer('skin', without(skin))}`,
    page: `${order}${layer('base', seldom + later)}${layer('notion', components + states)}${layer('skin', own + printRules())}`,
    components: seldom + components
  }
}

/** Print is the same in each theme, so its variables must win over those of the skin. */
function printRules(): string {
  return readFileSync(path.join(folder, '../print.css'), 'utf8')
}

function without(rules: string[]): string {
  return rules.filter((rule) => !isState(rule)).join('')
}

function layer(name: string, css: string): string {
  return `@layer ${name}{${css}}`
}
