/** Block types that show another site by its URL, framed if the site may be embedded. */
export const embedTypes: readonly string[] = [
  'abstract',
  'codepen',
  'deepnote',
  'drive',
  'embed',
  'excalidraw',
  'figma',
  'framer',
  'gist',
  'invision',
  'loom',
  'maps',
  'miro',
  'replit',
  'sketch',
  'typeform',
  'whimsical'
]

/** Block types that show a file or another site, with a title, a description and a caption. */
export const mediaTypes: ReadonlySet<string> = new Set([
  ...embedTypes,
  'audio',
  'bookmark',
  'external_object_instance',
  'file',
  'image',
  'link_preview',
  'pdf',
  'tweet',
  'video'
])

/** Block types that pages render. Other types are rendered as a placeholder with their text. */
export const renderedBlockTypes: ReadonlySet<string> = new Set([
  ...mediaTypes,
  'alias',
  'breadcrumb',
  'bulleted_list',
  'button',
  'callout',
  'code',
  'collection_view',
  'collection_view_page',
  'column',
  'column_list',
  'divider',
  'equation',
  'factory',
  'header',
  'header_4',
  'meeting_notes',
  'numbered_list',
  'page',
  'quote',
  'sub_header',
  'sub_sub_header',
  'tab',
  'table',
  'table_of_contents',
  'table_row',
  'text',
  'to_do',
  'toggle',
  'transclusion_container',
  'transclusion_reference',
  'transcription'
])

/** Properties that contain addresses, sizes and switches, which are no texts for readers. */
export const nonTextProperties: ReadonlySet<string> = new Set([
  'source',
  'link',
  'size',
  'language',
  'checked'
])

/** Type given to a block whose record is partly unreadable; not a type of Notion's. */
export const UNREADABLE_TYPE: string = 'unreadable'
