import type { ReactNode } from 'react'

import { siteAddress } from '../../../site/addresses/site-address.ts'
import { Document } from '../shell/Document.tsx'
import type { ListFacts } from '../shell/meta-facts.ts'
import { PreviewMeta } from '../shell/PreviewMeta.tsx'
import type { Shell } from '../shell/shell.ts'
import { listData } from '../shell/structured-data.ts'

/** The shell of list pages, with the start page's preview picture. */
export interface ListShell extends Shell {
  socialImage: string
}

/**
 * The document of a list. Only its first part is indexable and has a canonical address, since the
 * content of later parts shifts.
 */
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
      mainClass="wide-page"
      meta={
        isFirstPart && <PreviewMeta {...{ config, title, description, image }} type="website" />
      }
      data={isFirstPart ? listData(list, config) : undefined}
    >
      <div className="list-page">{children}</div>
    </Document>
  )
}
