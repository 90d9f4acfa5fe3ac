import type { Block } from 'notion-types'

/** Type of a block that represents an object of another site. */
export const externalType = 'external_object_instance'

type Attribute = { id?: unknown; name?: unknown; values?: unknown } | null

interface ExternalFormat {
  attributes?: unknown
  drive_properties?: { title?: unknown }
  original_url?: unknown
}

/** The name of an external object in texts that mention it; undefined if its record has none. */
export function objectName(block: Block): string | undefined {
  const { title, address } = externalObject(block)
  return title || address || undefined
}

/** Title and URL of an external object (an issue, a design file, …) from its record. */
export function externalObject(block: Block): { title: string; address: string | undefined } {
  const format = (block.format ?? {}) as ExternalFormat
  const attributes = attributesOf(block)
  const title =
    valueOf(attributes.find((item) => item?.id === 'title')) ?? format.drive_properties?.title
  const address = format.original_url
  return {
    title: typeof title === 'string' ? title : '',
    address: typeof address === 'string' ? address : undefined
  }
}

/** Attributes of an external object besides its title: state, number, owner, … */
export function objectFacts(block: Block): string[] {
  return attributesOf(block).flatMap((attribute) => {
    const isShown = attribute?.id !== 'title' && Array.isArray(attribute?.values)
    const text = isShown ? (attribute.values as unknown[]).filter(isReadable).join(', ') : ''
    if (!text) return []
    return typeof attribute?.name === 'string' ? `${attribute.name}: ${text}` : text
  })
}

function attributesOf(block: Block): Attribute[] {
  const { attributes } = (block.format ?? {}) as ExternalFormat
  return Array.isArray(attributes) ? (attributes as Attribute[]) : []
}

/** Skips the addresses of pictures and avatars. */
function isReadable(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && !/^https?:/.test(value))
}

function valueOf(attribute: Attribute | undefined): unknown {
  const values = attribute?.values
  return Array.isArray(values) ? values[0] : undefined
}
