import type { BlockNode } from './block-node.ts'

interface MediaTexts {
  title?: string
  caption?: string
  /** Alternative text of an image. */
  alt?: string
}

/** A media block with a source URL: `media('video', url)`. */
export function media(
  type: string,
  source: string,
  { words = {}, format = {} }: { words?: MediaTexts; format?: Record<string, unknown> } = {}
): BlockNode {
  const { title, caption, alt } = words
  return {
    type,
    properties: {
      source: [[source]],
      ...(title && { title: [[title]] }),
      ...(caption && { caption: [[caption]] }),
      ...(alt && { alt_text: [[alt]] })
    },
    format: { display_source: source, ...format }
  }
}

/** A document of a connected drive. */
export function driveDocument(url: string, title: string): BlockNode {
  return { type: 'drive', format: { drive_properties: { url, title, trashed: false } } }
}

/** A preview of an object of another site (an issue, a pull request) with its attributes. */
export function externalObject(
  type: 'external_object_instance' | 'link_preview',
  address: string,
  attributes: Record<string, string>
): BlockNode {
  return {
    type,
    format: {
      original_url: address,
      uri: address,
      attributes: Object.entries(attributes).map(([name, value]) => ({
        id: name.toLowerCase(),
        name,
        type: 'inline',
        values: [value]
      }))
    }
  }
}
