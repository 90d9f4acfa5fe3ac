/** Pages of the sample that together have every kind of element and address; a test renders all and checks it. */
export const kindPages = [
  '/',
  '/a-winter-for-harten',
  '/ash-compass',
  '/code-and-formulas',
  '/domains-for-two',
  '/every-property',
  '/films-files-and-other-sites',
  '/headings-and-ways',
  '/items',
  '/lamp-shrine',
  '/lantern-evenings',
  '/lists-and-boxes',
  '/next',
  '/oil-and-grades',
  '/pictures',
  '/rideable-moths',
  '/shrine-to-harten',
  '/small-print',
  '/tables-and-tabs',
  '/techniques',
  '/troubleshooting',
  '/words-and-marks'
]

/** The tags with the names of their attributes, their classes, and the kind of each address. */
export function kindsIn(html: string): string[] {
  const tags = html.matchAll(/<([a-z][\w-]*)((?:"[^"]*"|[^">])*)>/g)
  const kinds = [...tags].map(([, tag = '', rest = '']) => {
    const attributes = rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)
    return `${tag} ${[...attributes].map(([, name, value]) => attributeKind(name, value)).join(' ')}`
  })
  return [...new Set(kinds)]
}

function attributeKind(name = '', value = ''): string {
  if (name === 'class') return value
  const address = /^\/(?:(image|tags|_assets|api|search)\b)?[^?#]*(\?)?[^#]*(#)?/.exec(value)
  return address ? `${name} /${address.slice(1).join(' ')}` : name
}

/**
 * One value of the tags of each property, and each picture as it is stored. Of the first picture, also two
 * variants: to draw one takes long.
 */
export function oneOfEach(addresses: Iterable<string>): string[] {
  const all = [...addresses]
  const stored = (each: string) => each.replace(/&f=\w+&w=\d+/, '')
  const kindOf = (each: string) =>
    stored(each).replace(/^((?:\/wiki)?\/tags(?:\/[^/]+){2}\/).*/, '$1')
  const drawn = all.filter((each) => stored(each) !== each)
  const ofFirst = drawn.filter((each) => stored(each) === stored(drawn[0] ?? ''))
  return [
    ...ofFirst.slice(0, 2),
    ...new Map(all.map((each) => [kindOf(each), stored(each)])).values()
  ]
}
