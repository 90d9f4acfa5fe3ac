import type { ReactNode } from 'react'

import { siteAddress } from '../../../site/addresses/site-address.ts'
import { Document, type Shell } from '../shell/Document.tsx'
import { DataBlock } from '../shell/PageMeta.tsx'
import { PreviewMeta } from '../shell/PreviewMeta.tsx'
import { listData } from '../shell/structured-data.ts'

/** What machines are told of a list of pages. */
export interface ListFacts {
  title: string
  description: string
  /** The list's own path, encoded. */
  href: string
  /** What stands above it, behind the start page. */
  above?: { title: string; href: string }[]
}

/** A frame as lists of pages have it: with the picture for previews, that of the start page. */
export interface ListShell extends Shell {
  socialImage: string
}

/** The document of a list; a later part of one is told of to nobody, since what it holds moves on. */
export function ListDocument(props: {
  shell: ListShell
  list: ListFacts
  isFirstPart?: boolean
  isEmpty?: boolean
  children: ReactNode
}) {
  const { shell, list, isFirstPart = true, isEmpty = false, children } = props
  const { config } = shell
  const { title, description, href } = list
  const image = siteAddress(config.domain, shell.socialImage)
  return (
    <Document
      {...{ shell, title, description }}
      address={isFirstPart ? siteAddress(config.domain, href) : undefined}
      isIndexable={config.indexable && isFirstPart && !isEmpty}
      meta={
        isFirstPart && (
          <>
            <PreviewMeta {...{ config, title, description, image }} type="website" />
            <DataBlock data={listData(list, config)} />
          </>
        )
      }
    >
      <div className="list-page">{children}</div>
    </Document>
  )
}
