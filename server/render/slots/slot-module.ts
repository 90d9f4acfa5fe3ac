import { pathToFileURL } from 'node:url'

import type * as NotionX from 'react-notion-x'

import { type SiteComponents, slotNames } from '../../../web/slots/slots.ts'

/** The components of a site with the context that react-notion-x's own components read. */
export interface SlotModule {
  components: SiteComponents
  notion: Pick<typeof NotionX, 'NotionContextProvider' | 'NotionContextConsumer'>
}

const loaded = new Map<string, Promise<SlotModule>>()

/** Imports a module that `compileSlots` has made. Rejects like `importComponents`. */
export function loadSlotModule(file: string): Promise<SlotModule> {
  const known = loaded.get(file)
  if (known) return known
  const module = load(file)
  loaded.set(file, module)
  // A temporary reason, such as a full disk, must not last.
  module.catch(() => loaded.delete(file))
  return module
}

async function load(file: string): Promise<SlotModule> {
  // Imported on demand: sites without slots do not need it.
  const [components, notion] = await Promise.all([importComponents(file), import('react-notion-x')])
  return { components, notion }
}

/** Imports a module and checks its exports. Rejects with what is wrong with them. */
export async function importComponents(file: string): Promise<SiteComponents> {
  const { default: all, ...named }: Record<string, unknown> = await import(pathToFileURL(file).href)
  const exported: Record<string, unknown> = { ...defaultOf(all), ...named }
  const names = Object.keys(exported)
  const known = new Set<string>(slotNames)
  const problems = [
    ...(names.length === 0 ? ['it exports nothing'] : []),
    ...names.filter((name) => !known.has(name)).map((name) => `"${name}" is not a slot`),
    ...names
      .filter((name) => known.has(name) && !isSlot(name, exported[name]))
      .map((name) => `"${name}" is not a ${isValueSlot(name) ? 'function' : 'component'}`)
  ]
  if (problems.length === 0) return exported as SiteComponents
  throw new Error(`${problems.join(', ')}; the slots are ${slotNames.join(', ')}`)
}

/** The slots may be one object, too. */
function defaultOf(value: unknown): object {
  if (value === undefined) return {}
  return typeof value === 'object' && value !== null ? value : { default: value }
}

function isSlot(name: string, value: unknown): boolean {
  if (typeof value === 'function') return true
  // What `memo` and `forwardRef` return.
  return !isValueSlot(name) && typeof value === 'object' && value !== null && '$$typeof' in value
}

/** Whether the slot is a function that is called with the props and the default value. */
export function isValueSlot(name: string): boolean {
  return name.startsWith('property')
}
