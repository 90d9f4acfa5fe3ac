import type { Theme } from '../../../site/config/config.ts'
import { isState, type ReadFile, readSheet, rulesOf } from './css-rules.ts'
import { notionRules } from './notion-sheet.ts'

/** The style sheets of a theme, as sources for the build. */
export interface ThemeSheets {
  /** The rules of a first screen, inlined into every page. */
  critical: string
  /** All other rules. */
  page: string
  /** The part of `page` that a first screen may need. */
  components: string
}

/** What the build reads. */
interface Sources {
  read: ReadFile
  /** The style sheet of react-notion-x. */
  notion: string
}

/** A sheet of the game's look: react-notion-x has fonts of its own. */
const replaced = /\/fonts\.css$/
/** Shared rules that must win over those of react-notion-x: its own sheet imports them. */
const aboveNotion = /\/page\/depth\.css$/

/**
 * The sheets of a theme. All rules are in layers, so that a site's own style sheet, which is in none,
 * wins whatever the order and the selectors are. Rules for states that no first paint shows are
 * moved from the first sheet to the second.
 */
export function themeSheets(theme: Theme, sources: Sources): ThemeSheets {
  return theme === 'notion' ? notionSheets(sources) : pixelSheets(sources)
}

const sheetOf = (sources: Sources, name: string, skipped?: RegExp) =>
  readSheet(sources.read, new URL(name, import.meta.url), skipped)

function pixelSheets(sources: Sources): ThemeSheets {
  const read = (name: string) => sheetOf(sources, name)
  const first = rulesOf(read('critical.css'))
  const components = read('components.css')
  const rest = components + read('later.css') + read('pixel.css') + first.filter(isState).join('')
  return {
    critical: layer('base', without(first)),
    page: layer('base', rest),
    components
  }
}

/** Shared rules, below those of react-notion-x, below what only this site has. */
function notionSheets(sources: Sources): ThemeSheets {
  const read = (name: string, skipped?: RegExp) => sheetOf(sources, name, skipped)
  const order = '@layer base,notion,skin;'
  const first = rulesOf(read('critical.css', replaced))
  const skin = rulesOf(read('critical-notion.css'))
  const seldom = read('components.css')
  const later = read('later.css', aboveNotion) + first.filter(isState).join('')
  const { critical, components, states } = notionRules(
    sources.notion,
    `${without(first)}${without(skin)}`
  )
  // Print is the same in each theme, so its variables must win over those of the skin.
  const own = read('notion.css') + skin.filter(isState).join('')
  return {
    critical: `${order}${layer('base', without(first))}${layer('notion', critical)}${layer('skin', without(skin))}`,
    page: `${order}${layer('base', seldom + later)}${layer('notion', components + states)}${layer('skin', own + read('../forced-colors.css') + read('../print.css'))}`,
    components: seldom + components
  }
}

function without(rules: string[]): string {
  return rules.filter((rule) => !isState(rule)).join('')
}

function layer(name: string, css: string): string {
  return `@layer ${name}{${css}}`
}
