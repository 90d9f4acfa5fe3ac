import type { BlockNode } from './blocks.ts'

interface MediaWords {
  title?: string
  caption?: string
  /** What stands for a picture where it cannot be seen. */
  alt?: string
}

/** A block that shows or leads to what stands at an address: `media('video', address)`. */
export function media(
  type: string,
  source: string,
  { words = {}, format = {} }: { words?: MediaWords; format?: Record<string, unknown> } = {}
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

/** A document of a drive that was connected to the workspace. */
export function driveDocument(url: string, title: string): BlockNode {
  return { type: 'drive', format: { drive_properties: { url, title, trashed: false } } }
}

/** A thing of another site (an issue, a pull request) with what that site tells of it. */
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
