import type { Block } from 'notion-types'

import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { pageBlock, record, testId, workspaceOf } from './records.ts'

/** URLs that execute code or open another document, in spellings that browsers accept. */
export const hostileAddresses = ['javascript', 'data', 'vbscript'].flatMap((scheme) => {
  const body = scheme === 'data' ? 'text/html,<script>parent.ran=1</script>' : 'window.ran=1'
  const [head, tail] = [scheme.slice(0, 4), scheme.slice(4)]
  return [
    `${scheme}:${body}`,
    `${scheme.toUpperCase()}:${body}`,
    ` \u0001${scheme}:${body}`,
    `${head}\t${tail}:${body}`,
    `${head}\r\n${tail}:${body}`,
    `${scheme}\t:${body}`,
    `${scheme}&colon;${body}`,
    `&#106;${scheme.slice(1)}&#58;${body}`,
    `\u00a0${scheme}:${body}`
  ]
})

/** Markup that executes code unless it is escaped. */
export const hostileMarkup = [
  '<img src=x onerror="window.ran=1">',
  '"><script>window.ran=1</script>',
  "'><svg onload=window.ran=1>",
  '</title></textarea></style><script>window.ran=1</script>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '&lt;script&gt;window.ran=1&lt;/script&gt;'
]

const mediaTypes = ['audio', 'bookmark', 'codepen', 'drive', 'embed', 'excalidraw']
const moreMedia = ['external_object_instance', 'figma', 'file', 'gist', 'image', 'link_preview']
const lastMedia = [
  'maps',
  'miro',
  'pdf',
  'replit',
  'tweet',
  'typeform',
  'video',
  'hologram',
  'button'
]
const textTypes = ['text', 'header', 'sub_header', 'sub_sub_header', 'header_4', 'quote', 'callout']
const moreText = ['toggle', 'to_do', 'bulleted_list', 'numbered_list', 'code', 'equation', 'form']
/** All block types that show a URL or text. */
export const blockTypes = [...mediaTypes, ...moreMedia, ...lastMedia, ...textTypes, ...moreText]

/**
 * A page `/hostile` with blocks of all types that have the value in every place for a URL or text.
 */
export function hostileTexts(value: string): WorkspaceFile {
  const blocks = blockTypes.map((type, index) => everywhere(100 + index, type, value))
  const table = record(300, {
    type: 'table',
    parent_id: testId(3),
    content: [testId(301)],
    format: { table_block_column_order: ['a'], table_block_column_header: true }
  })
  const cells = { properties: { a: [[value, [['a', value]]]] }, parent_id: testId(300) }
  const rows = [record(301, { type: 'table_row', ...cells })]
  const content = [...blocks, table].map(({ id }) => id)
  const page = pageBlock(3, 'Hostile', { content, format: { page_icon: value, page_cover: value } })
  return workspaceOf([testId(3), testId(4)], [page, titled(value), ...blocks, table, ...rows])
}

/** A page with the value as its title. */
function titled(value: string): Block {
  return pageBlock(4, value, { format: { page_icon: value } })
}

function everywhere(number: number, type: string, value: string): Block {
  const linked = [
    [value],
    [value, [['a', value]]],
    ['‣', [['lm', { href: value, title: value, icon_url: value }]]],
    ['‣', [['ce', value]]]
  ]
  const names = ['title', 'caption', 'description', 'language', 'alt_text', 'size']
  const texts = type === 'code' || type === 'equation' ? [[value]] : linked
  return record(number, {
    type,
    parent_id: testId(3),
    properties: {
      ...Object.fromEntries(names.map((name) => [name, name === 'title' ? texts : linked])),
      source: [[value]],
      link: [[value]]
    },
    format: {
      display_source: value,
      original_url: value,
      uri: value,
      page_icon: value,
      bookmark_icon: value,
      bookmark_cover: value,
      block_color: value,
      drive_properties: { url: value, title: value, icon: value, thumbnail: value },
      attributes: [{ id: 'title', values: [value] }],
      automation_action: { url: value }
    }
  })
}
