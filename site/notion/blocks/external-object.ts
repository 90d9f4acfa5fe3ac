import type { Block } from 'notion-types'

/** The type of a block that stands for an object of another site. */
export const externalType = 'external_object_instance'

type Attribute = { id?: unknown; values?: unknown } | null

interface ExternalFormat {
  attributes?: unknown
  drive_properties?: { title?: unknown }
  original_url?: unknown
}

/** What texts call an object of another site that they mention; undefined when its record says nothing. */
export function objectName(block: Block): string | undefined {
  const { title, address } = externalObject(block)
  return title || address || undefined
}

/** Title and address of an object of another site (an issue, a design file, …) as its record holds them. */
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
