import type { ReactNode } from 'react'

import type { SiteConfig } from '../../site/config/config.ts'
import { SpoilerBox } from '../blocks/spoilers/Spoiler.tsx'
import { useMessages } from '../messages.ts'

interface CoveredRowsProps {
  config: Pick<SiteConfig, 'spoilers'>
  /** Whether the rows may name what is covered on the pages. */
  isCovered: boolean
  children: ReactNode
}

/** Rows of the mirror, which are covered together: any column may name what is covered. */
export function CoveredRows({ config, isCovered, children }: CoveredRowsProps) {
  const { data } = useMessages()
  if (!isCovered) return children
  const last = config.spoilers?.chapters.at(-1) ?? ''
  return (
    <SpoilerBox chapter={last} label={data.mayContainSpoilers}>
      {children}
    </SpoilerBox>
  )
}
