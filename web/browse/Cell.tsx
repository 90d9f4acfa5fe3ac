import type { DataCell } from '../../site/browse/data-model.ts'
import { useMessages } from '../messages.ts'

/** A value of a row, with the link to what it names. */
export function Cell({ cell }: { cell: DataCell }) {
  const { kind, text, title, href } = cell
  if (kind === 'null') return <span className="data-null">null</span>
  const value = kind === 'json' ? <code>{text}</code> : text
  const isExternal = href !== undefined && !href.startsWith('/')
  return (
    <>
      {href === undefined ? (
        <span title={title}>{value}</span>
      ) : (
        <a href={href} title={title} rel={isExternal ? 'nofollow noopener' : undefined}>
          {value === '' ? '""' : value}
        </a>
      )}
      {cell.isCut && <Cut />}
    </>
  )
}

function Cut() {
  const { data } = useMessages()
  return <span title={data.cut}>…</span>
}
