import type { Block, Decoration } from 'notion-types'

import { fileHref, imageOf, usePage } from './page-context.ts'
import { Picture } from './Picture.tsx'

/** The files of a property: pictures that the mirror holds are shown, others are links. */
export function FilesValue({ row, value }: { row: Block; value: Decoration[] | undefined }) {
  const files = filesOf(value)
  if (files.length === 0) return null
  return (
    <span className="files">
      {files.map((file) => (
        <FileValue key={file.address} row={row} {...file} />
      ))}
    </span>
  )
}

interface NamedFile {
  name: string
  address: string
}

/** The files that a property's value names, in order. */
export function filesOf(value: Decoration[] | undefined): NamedFile[] {
  if (!Array.isArray(value)) return []
  return value.flatMap(([name, marks]) => {
    // Notion's types pair each mark with its own argument; here only links matter.
    const address = (marks as [string, unknown][] | undefined)?.find(([kind]) => kind === 'a')?.[1]
    return typeof address === 'string' ? [{ name, address }] : []
  })
}

function FileValue({ row, name, address }: NamedFile & { row: Block }) {
  const page = usePage()
  const { view } = imageOf(page, address, row)
  if (view?.mediaType.startsWith('image/')) {
    const picture = { source: address, owner: row, alt: name, className: 'file-image' }
    return <Picture {...picture} place="file" />
  }
  const target = fileHref(page, address, row)
  if (!target) return <span>{name}</span>
  return (
    <a href={target.href} rel="noopener noreferrer">
      {name}
    </a>
  )
}
