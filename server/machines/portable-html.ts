import { PortableWriter } from './portable-writer.ts'

interface PortableOptions {
  /** Full address of the page, which relative ones are about. */
  base: string
  /** About how many characters it may have; it is cut behind a whole block, or else in a text. */
  maxLength: number
}

export interface PortableHtml {
  html: string
  isCut: boolean
}

/** As React writes them: every `<` that is none of an element's is encoded, and attributes stand in double quotes. */
const tokens = /<(\/?)([a-z][\w-]*)((?:\s+[^\s=>/"]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gi

/** What is of use only in a browser, on the page itself, or to the eye. */
const dropped = new Set(
  'script style template noscript iframe object form button select textarea svg math nav colgroup'.split(
    ' '
  )
)

/** Elements that have no end. */
const voids = new Set('area br col embed hr img input source track wbr'.split(' '))

/**
 * What our components drew, as others may show it: elements of text, pictures, tables and players with
 * full addresses, and nothing that needs our stylesheet or script. All that is not known is left out.
 */
export function portableHtml(drawn: string, { base, maxLength }: PortableOptions): PortableHtml {
  const writer = new PortableWriter(base, maxLength)
  /** How many elements are open inside one that is dropped, itself included. */
  let passedOver = 0
  for (const [token, slash, name = '', attributes = ''] of drawn.matchAll(tokens)) {
    const element = name.toLowerCase()
    const isVoid = voids.has(element)
    if (passedOver > 0) {
      if (element !== '' && !isVoid) passedOver += slash ? -1 : 1
    } else if (element === '') writer.text(token)
    else if (slash) writer.end()
    else {
      const given = attributesIn(attributes)
      if (!isDropped(element, given)) writer.start(element, { attributes: given, isVoid })
      else if (!isVoid) passedOver = 1
    }
    if (writer.isFull) break
  }
  return { html: writer.finish(), isCut: writer.isFull }
}

function isDropped(element: string, attributes: ReadonlyMap<string, string>): boolean {
  return dropped.has(element) || attributes.get('class') === 'anchor' || attributes.has('hidden')
}

function attributesIn(written: string): Map<string, string> {
  const found = written.matchAll(/\s([^\s=]+)(?:="([^"]*)")?/g)
  return new Map(
    [...found].map(([, name = '', value = '']) => [name.toLowerCase(), decoded(value)])
  )
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** All that React encodes in an attribute. */
function decoded(value: string): string {
  return value.replaceAll(
    /&(amp|lt|gt|quot|#x27);/g,
    (_whole, name: string) => entities[name] ?? ''
  )
}
