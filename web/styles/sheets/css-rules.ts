/** Reads the text of a file by its URL. */
export type ReadFile = (file: URL) => string

/** A block with indented content. */
const indented = ':is(.toggle-body, .indent, li, blockquote, .callout-body)'

/**
 * The source of a style sheet with its imports, without comments and without `skipped` files. CSS cannot
 * count ancestors, so `:nested(3)` is written as three nested blocks with indented content.
 */
export function readSheet(read: ReadFile, file: URL, skipped?: RegExp): string {
  const source = read(file)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:nested\((\d+)\)/g, (_all, levels: string) =>
      Array.from({ length: Number(levels) }, () => indented).join(' ')
    )
  return source.replaceAll(/@import '(.*?)';/g, (_all, imported: string) => {
    const target = new URL(imported, file)
    return skipped?.test(target.pathname) ? '' : readSheet(read, target, skipped)
  })
}

/** The outermost rules of a style sheet. */
export function rulesOf(css: string): string[] {
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1
    if (depth > 0) continue
    rules.push(css.slice(start, index + 1))
    start = index + 1
  }
  return rules
}

/** What a visitor points to, focuses, waits for or names in a fragment: no first paint shows it. */
const state = /:hover|:focus|:active|:target|::backdrop|::selection|\[aria-busy/

export function isState(rule: string): boolean {
  const selectors = rule.slice(0, rule.indexOf('{')).split(',')
  return selectors.every((selector) => state.test(selector))
}

/** The class names in a style sheet or a selector. */
export function classesOf(css: string): Set<string> {
  return new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))
}
