import type { Block } from 'notion-types'

/** Type of a block that represents an object of another site. */
export const externalType = 'external_object_instance'

type Attribute = { id?: unknown; values?: unknown } | null

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
  const attributes = Array.isArray(format.attributes) ? (format.attributes as Attribute[]) : []
  const title =
    valueOf(attributes.find((item) => item?.id === 'title')) ?? format.drive_properties?.title
  const address = format.original_url
  return {
    title: typeof title === 'string' ? title : '',
    address: typeof address === 'string' ? address : undefined
  }
}

function valueOf(attribute: Attribute | undefined): unknown {
  const values = attribute?.values
  return Array.isArray(values) ? values[0] : undefined
}
