import type { Block } from 'notion-types'

interface ExternalFormat {
  attributes?: { id?: unknown; values?: unknown[] }[]
  drive_properties?: { title?: unknown }
  original_url?: unknown
}

/** Title and address of an object of another site (an issue, a design file, …) as its record holds them. */
export function externalObject(block: Block): { title: string; address: string | undefined } {
  const format = (block.format ?? {}) as ExternalFormat
  const attributes = Array.isArray(format.attributes) ? format.attributes : []
  const title =
    attributes.find((item) => item?.id === 'title')?.values?.[0] ?? format.drive_properties?.title
  const address = format.original_url
  return {
    title: typeof title === 'string' ? title : '',
    address: typeof address === 'string' ? address : undefined
  }
}
