import type { Block } from 'notion-types'

import { BlockAnchor } from './BlockAnchor.tsx'
import { BlockContent } from './BlockContent.tsx'
import { colorClass, RichText } from './RichText.tsx'

/** Items in a row as one list; numbers and letters by depth come from the style sheet. */
export function List({ items }: { items: Block[] }) {
  const rows = items.map((item) => <ListItem key={item.id} block={item} />)
  if (items[0]?.type !== 'numbered_list') return <ul>{rows}</ul>

  const start = Number(items[0].format?.list_start_index ?? 1)
  return <ol start={start === 1 || !Number.isInteger(start) ? undefined : start}>{rows}</ol>
}

function ListItem({ block }: { block: Block }) {
  return (
    <li className={colorClass(block.format?.block_color)}>
      <BlockAnchor id={block.id} />
      <RichText value={block.properties?.title} />
      <BlockContent block={block} />
    </li>
  )
}
