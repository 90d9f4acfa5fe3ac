import { escapeHtml } from '../markdown/escape.ts'

/** Elements that are kept, by what they are called here, with the attributes that stay. */
const kept = new Map<string, { as: string; attributes: string[] }>([
  ...'h2 h3 h4 h5 h6 p blockquote pre ul li figure figcaption table caption thead tbody tfoot tr dl dt dd hr br details summary strong em s u code sub sup'
    .split(' ')
    .map((name) => keptAs(name)),
  ...'div section article aside header footer'.split(' ').map((name) => keptAs('div', [], name)),
  keptAs('ol', ['start', 'type']),
  keptAs('th', ['scope', 'colspan', 'rowspan']),
  keptAs('td', ['colspan', 'rowspan']),
  keptAs('a', ['href']),
  keptAs('img', ['src', 'alt', 'width', 'height']),
  keptAs('audio', ['src', 'controls']),
  keptAs('video', ['src', 'controls', 'poster'])
])

function keptAs(as: string, attributes: string[] = [], name = as) {
  return [name, { as, attributes }] as [string, { as: string; attributes: string[] }]
}

/** What stands in a line; all else begins one. */
const inline = new Set(['a', 'img', 'strong', 'em', 's', 'u', 'code', 'sub', 'sup', ''])

/** Behind which it may be cut. */
const wholes = new Set(
  'h2 h3 h4 h5 h6 p li tr dd figure pre blockquote ul ol dl table details hr'.split(' ')
)

/** Between two of them a `div` around both says nothing more. */
const blocks = 'div|p|h[2-6]|ul|ol|dl|table|figure|pre|blockquote|details|hr'
const beginsBlock = new RegExp(`<(${blocks})\\b`, 'y')
const endsBlock = new RegExp(`(</(${blocks})>|<hr/>)$`)

/** Elements that say something while nothing stands in them. */
const meaningful = new Set(['td', 'th', 'audio', 'video'])

interface Open {
  /** Empty for one that is not written itself. */
  name: string
  /** Where what stands in it begins, and where it does. */
  inside: number
  outside: number
  /** Whether our stylesheet keeps it apart from what follows. */
  isApart: boolean
}

interface Start {
  attributes: ReadonlyMap<string, string>
  isVoid: boolean
}

/** Writes elements as long as there is room, and ends those that are open. */
export class PortableWriter {
  isFull = false
  readonly #base: string
  readonly #room: number
  #html = ''
  #open: Open[] = []
  /** The last place behind a whole block. */
  #whole: { length: number; open: Open[] } = { length: 0, open: [] }
  /** Whether something ended that only our stylesheet keeps apart from what follows. */
  #isApart = false

  constructor(base: string, room: number) {
    this.#base = base
    this.#room = room
  }

  text(text: string): void {
    this.#isApart = false
    this.#write(text, true)
  }

  start(element: string, { attributes, isVoid }: Start): void {
    const { as: known = '', attributes: names = [] } = kept.get(element) ?? {}
    const written = names.flatMap((name) => this.#attribute(name, attributes.get(name)))
    // Of no use without an address, or for the order of rows only.
    const isBare = (known === 'a' || known === 'img') && !/^ (href|src)=/.test(written[0] ?? '')
    const isSorting = attributes.get('data-view-link')?.startsWith('sort ') === true
    const name = isBare || isSorting ? '' : known
    const outside = this.#html.length
    this.#separate(name)
    if (name !== '') this.#write(`<${name}${written.join('')}${isVoid ? '/' : ''}>`)
    if (this.isFull) return
    if (isVoid) return name === 'hr' ? this.#markWhole() : undefined
    const isLine = element === 'a' || element === 'span'
    const isApart = isLine && /^(?!color-)./.test(attributes.get('class') ?? '')
    this.#open.push({ name, outside, inside: this.#html.length, isApart })
  }

  end(): void {
    const ended = this.#open.pop()
    if (!ended) return
    const { name, inside, outside, isApart } = ended
    this.#isApart = isApart || (this.#isApart && inline.has(name))
    if (name === '') return
    if (this.#html.length === inside && !meaningful.has(name)) {
      this.#html = this.#html.slice(0, outside)
      return
    }
    if (name === 'div' && this.#isAmongBlocks(inside)) {
      this.#html = this.#html.slice(0, outside) + this.#html.slice(inside)
      return this.#markWhole()
    }
    this.#html += `</${name}>`
    if (wholes.has(name)) this.#markWhole()
  }

  /** All that was written, with an end for each element. */
  finish(): string {
    const ends = this.#open.toReversed().map(({ name }) => (name === '' ? '' : `</${name}>`))
    return this.#html + ends.join('')
  }

  #isAmongBlocks(inside: number): boolean {
    beginsBlock.lastIndex = inside
    // Its end is short; the whole would be searched for it.
    return beginsBlock.test(this.#html) && endsBlock.test(this.#html.slice(-13))
  }

  #separate(name: string): void {
    if (this.#isApart && inline.has(name) && !/\s$/.test(this.#html)) this.#write(' ')
    this.#isApart = false
  }

  #write(text: string, isText = false): void {
    const room = this.#room - this.#html.length
    if (text.length <= room) {
      this.#html += text
      return
    }
    this.isFull = true
    if (this.#whole.length >= this.#room / 2) {
      this.#html = this.#html.slice(0, this.#whole.length)
      this.#open = this.#whole.open
    } else if (isText) {
      // Neither half an entity nor half a letter.
      this.#html += `${text.slice(0, room).replace(/&[#\w]*$|[\uD800-\uDBFF]$/, '')}…`
    }
  }

  #markWhole(): void {
    this.#whole = { length: this.#html.length, open: [...this.#open] }
  }

  #attribute(name: string, value: string | undefined): string[] {
    if (value === undefined) return []
    const isAddress = name === 'href' || name === 'src' || name === 'poster'
    const told = isAddress ? this.#fullAddress(name, value) : value
    return told === undefined ? [] : [` ${name}="${escapeHtml(told)}"`]
  }

  /** Pictures that stand in the page itself are left out: they would be most of it. */
  #fullAddress(name: string, address: string): string | undefined {
    if (!URL.canParse(address, this.#base)) return undefined
    const url = new URL(address, this.#base)
    const known = name === 'href' ? /^(https?|mailto|tel):$/ : /^https?:$/
    return known.test(url.protocol) ? url.href : undefined
  }
}
