import type { Block } from 'notion-types'
import { createElement, Fragment, type Key, type ReactNode } from 'react'

import { collectionOf, type PageContext, usePage } from '../blocks/context/page-context.ts'
import type { PropertySchema, ValueProps } from '../blocks/values/property-schema.ts'
import { type SlotCall, type SlotName, type SlotProps, valueSlots } from './slots.ts'

type Context = Pick<PageContext, 'slots'>

/** Renders the slot of a site, or the site's own component if it has no such slot. */
export function slotted<Name extends SlotName>(
  { slots }: Context,
  call: SlotCall<Name>,
  key?: Key
): ReactNode {
  if (!slots?.has(call.name)) return call.own
  // Each name has its own props, which the union of all calls loses.
  return createElement(Slot, { key, call: call as unknown as SlotCall })
}

/** A component of its own, since React renders the slot inside it: no hook may follow. */
function Slot({ call }: { call: SlotCall }) {
  const { inside = call.own, own } = call
  const marks = usePage().slots?.render(call)
  if (!marks) return own
  return createElement(Fragment, null, marks.start, inside, marks.end)
}

/** Renders the slot of a property's type around its value. */
export function slottedValue(
  context: PageContext,
  value: Omit<ValueProps, 'schema'> & { schema: { type: string } },
  own: ReactNode
): ReactNode {
  const name = valueSlots.get(value.schema.type)
  // The options of a select have a slot each.
  if (!name || name === 'propertySelectValue' || !context.slots?.has(name)) return own
  return slotted(context, { name, props: valueProps(context, value), own })
}

/** The props of the slot of a value. */
export function valueProps(
  context: PageContext,
  { row, id, schema, value }: Omit<ValueProps, 'schema'> & { schema: { type: string } }
): Omit<SlotProps['propertyTextValue'], 'children'> {
  return {
    propertyId: id,
    // A normalized schema: notion-types lacks some types.
    schema: schema as PropertySchema as SlotProps['propertyTextValue']['schema'],
    data: value,
    block: row as Extract<Block, { type: 'page' }>,
    collection: collectionOf(context, row.parent_id)
  }
}
