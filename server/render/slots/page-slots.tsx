import { randomUUID } from 'node:crypto'

import type { Block, Collection, ExtendedRecordMap } from 'notion-types'
import { getBlockValue } from 'notion-utils'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import type { PageModel } from '../../../site/pages/page-model.ts'
import { imageOf } from '../../../web/blocks/context/page-files.ts'
import { pagePath } from '../../../web/blocks/context/page-context.ts'
import type { PreparedBlocks } from '../../../web/blocks/prepare/prepare-blocks.ts'
import type { PageSlots, SlotCall, SlotName, ValueSlot } from '../../../web/slots/slots.ts'
import type { SlotFault } from './slot-fault.ts'
import { type SlotModule, isValueSlot } from './slot-module.ts'
import { slotRecordMap } from './slot-record-map.ts'

interface RenderedPage {
  page: PageModel
  prepared: PreparedBlocks
}

/** React adds these for pictures that follow immediately. */
const preloads = /^(?:<link rel="preload" as="image"[^>]*>)+/

/**
 * Renders the slots of one page. Each is rendered on its own, so that its failure costs only its
 * own HTML, and `fill` puts all of them into the HTML of the page.
 */
export class RenderedSlots implements PageSlots {
  readonly #module: SlotModule
  readonly #page: RenderedPage
  readonly #onFault: (fault: SlotFault) => void
  /** Part of all marks, so that no content can contain one. */
  readonly #nonce = randomUUID()
  /** The HTML of each slot, with a mark for its children. */
  readonly #html: string[] = []
  #records: ExtendedRecordMap | undefined

  constructor(
    module: SlotModule,
    options: { page: RenderedPage; onFault: (fault: SlotFault) => void }
  ) {
    this.#module = module
    this.#page = options.page
    this.#onFault = options.onFault
  }

  has(name: SlotName): boolean {
    return this.#module.components[name] !== undefined
  }

  render({ name, props }: SlotCall): { start: string; end: string } | undefined {
    const index = this.#html.length
    try {
      const slot = this.#element(name, { ...props, ...this.#copies(props) }, this.#inside(index))
      const identifierPrefix = `slot${index}-`
      const html = renderToStaticMarkup(this.#provided(slot), { identifierPrefix })
      this.#html.push(html.replace(preloads, ''))
      return { start: `{slot ${this.#nonce} ${index}}`, end: `{/slot ${this.#nonce} ${index}}` }
    } catch (error) {
      this.#report(name, error)
      return undefined
    }
  }

  /** Replaces the marks by the HTML of the slots, with what is between them as their children. */
  fill(html: string): string {
    if (this.#html.length === 0) return html
    const [first = '', ...rest] = html.split(new RegExp(`\\{(/?slot) ${this.#nonce} (\\d+)\\}`))
    const open = [first]
    for (let at = 0; at < rest.length; at += 3) {
      const [kind, index, text = ''] = rest.slice(at, at + 3)
      if (kind === 'slot') open.push(text)
      else {
        const inside = open.pop() ?? ''
        open.push((open.pop() ?? '') + this.#filled(Number(index), inside) + text)
      }
    }
    return open.join('')
  }

  /** A slot may leave its children out, and shows them once. */
  #filled(index: number, inside: string): string {
    const [before = '', ...after] = (this.#html[index] ?? '').split(this.#inside(index))
    return after.length === 0 ? before : before + inside + after.join('')
  }

  #inside(index: number): string {
    return `{inside ${this.#nonce} ${index}}`
  }

  #element(name: SlotName, props: object, mark: string): ReactNode {
    const slot = this.#module.components[name]
    // An element instead of a text, which could be put into an attribute.
    const children = createElement(Mark, { mark })
    const given = { ...props, children }
    if (isValueSlot(name)) return createElement(Value, { slot: slot as ValueSlot, props: given })
    const component = slot as ComponentType<object>
    if (name !== 'Collection') return createElement(component, given)
    const { NotionContextConsumer } = this.#module.notion
    return (
      <NotionContextConsumer>
        {(ctx) => createElement(component, { ...given, ctx } as object)}
      </NotionContextConsumer>
    )
  }

  #provided(children: ReactNode): ReactNode {
    const { NotionContextProvider } = this.#module.notion
    const { page } = this.#page
    return (
      <NotionContextProvider
        recordMap={this.#recordMap()}
        components={this.#module.components}
        rootPageId={page.id}
        mapPageUrl={(id) => pagePath({ page }, id) ?? `/${undashId(id)}`}
        mapImageUrl={(source, block) => source && imageOf({ page }, source, block).src}
      >
        {children}
      </NotionContextProvider>
    )
  }

  /** Made for the first slot of a page; most pages may have none. */
  #recordMap(): ExtendedRecordMap {
    return (this.#records ??= slotRecordMap(this.#page.page, this.#page.prepared))
  }

  /** The records among the props as copies, which a slot may change. */
  #copies(props: SlotCall['props']): object {
    const { block, collection, propertyId } = props as Partial<Given>
    if (!block) return {}
    const records = this.#recordMap()
    const own = getBlockValue<Block>(records.block[block.id]) ?? structuredClone(block)
    if (propertyId === undefined) return { block: own }
    const { schema, data } = props as Given
    const home = collection && getBlockValue<Collection>(records.collection[collection.id])
    return {
      block: own,
      collection: home,
      schema: home?.schema[propertyId] ?? structuredClone(schema),
      data: structuredClone(data)
    }
  }

  #report(slot: SlotName, thrown: unknown): void {
    const { id: pageId, path } = this.#page.page
    const { message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown))
    this.#onFault({ slot, pageId, path, message, stack })
  }
}

/** The props that are records. */
interface Given {
  block: Block
  collection: Collection | undefined
  propertyId: string
  schema: unknown
  data: unknown
}

function Mark({ mark }: { mark: string }): ReactNode {
  return mark
}

/** A component of its own, so that the function may use hooks. */
function Value({ slot, props }: { slot: ValueSlot; props: object & { children: ReactNode } }) {
  return slot(props as Parameters<ValueSlot>[0], () => props.children)
}
