import type { Block, Decoration } from 'notion-types'
import type { CSSProperties } from 'react'

import { isTruncatedList } from '../../../site/limits/truncate-text.ts'
import { propertyFileName } from '../../../site/notion/files/media-source.ts'
import { marksOf } from '../../../site/notion/text/rich-text.ts'
import { fileHref, hasPicture, imageOf } from '../context/page-files.ts'
import { usePage } from '../context/page-context.ts'
import { PageAnchor } from '../spoilers/PageAnchor.tsx'
import { Picture } from './Picture.tsx'
import { RichText } from '../text/RichText.tsx'
import { notion } from '../vocabulary.ts'

const files = `files ${notion.property.file}`

/** The files of a property: pictures that can be loaded are shown, other files are links. */
export function FilesValue({ row, value }: { row: Block; value: Decoration[] | undefined }) {
  const named = filesOf(value)
  if (named.length === 0) return <RichText value={value} />
  return (
    <span className={files}>
      {named.map((file, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <FileValue key={index} row={row} {...file} />
      ))}
      {isTruncatedList(value) && '…'}
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
  return value.flatMap((part) => {
    const [address] = marksOf([part], 'a')
    if (typeof address !== 'string') return []
    return [{ name: propertyFileName(part[0], address), address }]
  })
}

function FileValue({ row, name, address }: NamedFile & { row: Block }) {
  const page = usePage()
  const { src, view } = imageOf(page, address, row)
  if (src && hasPicture(page, address)) {
    const { width, height } = view ?? {}
    // Reserves the space of a picture before it loads; React's type has no custom properties.
    const style = (width && height ? { '--ratio': width / height } : {}) as CSSProperties
    const picture = { source: address, owner: row, alt: name, className: 'file-image', style }
    return <Picture {...picture} place="file" />
  }
  const target = fileHref(page, address, row)
  if (!target) return <span>{name}</span>
  return (
    <PageAnchor href={target.href} rel="noopener noreferrer">
      {name}
    </PageAnchor>
  )
}
