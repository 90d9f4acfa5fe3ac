import { isNotionClass } from '../../blocks/vocabulary.ts'
import { classesOf, isState, rulesOf } from './css-rules.ts'

/** Rules of react-notion-x, by when a page needs them. */
interface NotionRules {
  critical: string
  /** Rules of blocks that few first screens have. */
  components: string
  /** Rules of what a visitor points to, such as `:hover`. */
  states: string
}

/**
 * Boxes that are other elements here: the frame of the page, real tables, and boards whose columns
 * have their heads. Their classes stay in the HTML for style sheets of a site. Also rules that change
 * nothing here: of folds, where a group is a section, and of margins that tags do not have.
 */
const ownLayout =
  /^\.notion(?:$|[ :>*]|-(?:app|viewport|frame|page-scroller|page|page-content|page-content-inner|full-page|full-width|page-(?:no|has)-\w+|page-cover|page-cover-wrapper|page-icon-hero|header|nav-header|table|table-(?:view|header|header-inner|th|body|row)|table-view-header-cell|table-view-header-cell-inner|board|board-(?:view|header|header-inner|body)|yt-\w+|hash-link|header-anchor|link-mention-preview|google-drive-\w+)(?:[. :>]|$))|^\.notion-asset-wrapper img|^\.notion-collection-card-cover img|^\.notion-asset-object-fit|^\.notion-bookmark-(?:image|link-icon)|^\.notion-collection-group > summary|^\.notion-list-item-property \.notion-property-multi_select-item/

/** Blocks that few first screens show. */
const seldom =
  /notion-(?:tab-|bookmark|file|external|link-mention|google|button|equation|audio|board|simple-table|custom-emoji|user|asset|table-of-contents|gallery-grid-size|sync|small|inline-underscore|url-|tab)|_background|_co\b|-item-bullet|-item-(?:pink|brown|purple)|^\.notion-(?:red|pink|blue|purple|teal|yellow|orange|brown|gray)\b|@media/

/**
 * The rules of `sheet`, that of react-notion-x, that match the pages of this site. `used` is the style
 * sheet of a first screen besides them: it gets the variables that it and the critical rules use.
 */
export function notionRules(sheet: string, used: string): NotionRules {
  const rules = rulesOf(sheet.replaceAll(/\/\*.*?\*\//gs, ''))
  const variables = variablesOf(rules)
  const kept = rules.flatMap(keptRule).map(adapted)
  const states = kept.filter(isState)
  const shown = kept.filter((rule) => !isState(rule))
  const critical = shown.filter((rule) => !seldom.test(headOf(rule))).join('')
  const components = shown.filter((rule) => seldom.test(headOf(rule))).join('')
  for (const [, name = ''] of used.matchAll(/(--[\w-]+):/g)) variables.delete(name)
  const early = referred(variables, used + critical)
  const others = new Map([...variables].filter(([name]) => !early.has(name)))
  return {
    critical: declared(early) + critical,
    components: declared(others) + components,
    states: states.join('')
  }
}

const headOf = (rule: string) => rule.slice(0, rule.indexOf('{'))

/** The rule with the selectors that can match; nothing if there is none. */
function keptRule(rule: string): string[] {
  const head = headOf(rule).trim()
  if (head.startsWith('@media')) {
    const inside = rulesOf(rule.slice(rule.indexOf('{') + 1, -1)).flatMap(keptRule)
    return inside.length > 0 ? [`${head}{${inside.join('')}}`] : []
  }
  if (head.startsWith('@')) return []
  const selectors = head.split(',').map((each) => each.trim())
  const kept = selectors.filter((each) => canMatch(each) && !ownLayout.test(each))
  return kept.length > 0 ? [kept.join(',') + rule.slice(rule.indexOf('{'))] : []
}

function canMatch(selector: string): boolean {
  const classes = [...classesOf(selector)]
  return classes.length > 0 && classes.every(isNotionClass)
}

/**
 * Lines are `br` elements here, which `pre-wrap` would double; `!important` would win over every later
 * layer; and transitions are for visitors who do not prefer reduced motion.
 */
function adapted(rule: string): string {
  return rule.replaceAll(/(?:white-space:\s*pre-wrap|transition:[^;}]*);?|\s*!important/g, '')
}

/** Its variables with their values by day and by night. */
function variablesOf(rules: string[]): Map<string, string> {
  const [day, night] = [':root', '.dark-mode'].map((head) => {
    const rule = rules.find((each) => headOf(each).trim() === head) ?? ''
    const found = rule.slice(rule.indexOf('{')).matchAll(/(--[\w-]+):\s*([^;]+);/g)
    return new Map([...found].map(([, name = '', value = '']) => [name, value]))
  })
  if (!day?.size || !night?.size) throw new Error('react-notion-x has no variables')
  return new Map(
    [...day].map(([name, value]) => {
      const other = night.get(name)
      return [name, other === undefined ? value : `light-dark(${value},${other})`]
    })
  )
}

/** The variables that a style sheet refers to, and those in their values. */
function referred(variables: Map<string, string>, css: string): Map<string, string> {
  const found = new Map<string, string>()
  const add = (text: string) => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) {
      const value = variables.get(name)
      if (value === undefined || found.has(name)) continue
      found.set(name, value)
      add(value)
    }
  }
  add(css)
  return found
}

function declared(variables: Map<string, string>): string {
  return `:root{${[...variables].map(([name, value]) => `${name}:${value}`).join(';')}}`
}
