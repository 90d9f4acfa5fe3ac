import type { Block } from 'notion-types'

import { BlockAnchor } from './BlockAnchor.tsx'
import { BlockContent } from '../context/BlockContent.tsx'
import { joinClasses } from '../context/join-classes.ts'
import { bulletClass, numberType } from './list-marker.ts'
import { type PageContext, usePage } from '../context/page-context.ts'
import { colorClass, renderRichText } from '../text/RichText.tsx'
import { notion } from '../vocabulary.ts'
import { renderBox } from './TextBlocks.tsx'

const toDo = `to-do ${notion.toDo.item}`
const done = `to-do done ${notion.toDo.item}`
const doneText = `${notion.toDo.text} ${notion.toDo.done}`

/** Consecutive items as one list; the first item decides its kind and marker. */
export function List({ items }: { items: Block[] }) {
  const context = usePage()
  const first = items[0]
  if (!first) return null
  if (first.type === 'to_do') {
    return <ul className="to-dos">{items.map((item) => toDoItem(item, context))}</ul>
  }

  const rows = items.map((item) => listItem(item, context))
  if (first.type === 'bulleted_list')
    return (
      <ul className={joinClasses(bulletClass(context, first), notion.list.bulleted)}>{rows}</ul>
    )

  const start = Number(first.format?.list_start_index ?? 1)
  const isCounted = start === 1 || !Number.isInteger(start)
  return (
    <ol
      type={numberType(context, first)}
      start={isCounted ? undefined : start}
      className={notion.list.numbered}
    >
      {rows}
    </ol>
  )
}

/** Components that few items need are left out: a page may have thousands of items. */
function listItem(block: Block, context: PageContext) {
  return (
    <li key={block.id} className={colorClass(block.format?.block_color)}>
      {context.linkedBlocks.has(block.id) && <BlockAnchor id={block.id} />}
      {renderRichText(block.properties?.title, context)}
      {block.content && <BlockContent block={block} />}
    </li>
  )
}

function toDoItem(block: Block, context: PageContext) {
  const { messages } = context
  const isDone = block.properties?.checked?.[0]?.[0] === 'Yes'
  return (
    <li key={block.id} className={isDone ? done : toDo}>
      <BlockAnchor id={block.id} />
      {renderBox(isDone, context)}
      <span className="visually-hidden">{isDone ? messages.done : messages.toDo}</span>
      <div className={colorClass(block.format?.block_color)}>
        <p className={isDone ? doneText : notion.toDo.text}>
          {renderRichText(block.properties?.title, context)}
        </p>
        {block.content && <BlockContent block={block} />}
      </div>
    </li>
  )
}
