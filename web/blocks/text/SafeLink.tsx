import type { ReactNode } from 'react'

import { PageAnchor, coverTarget } from '../spoilers/PageAnchor.tsx'
import { safeHref } from '../context/safe-href.ts'

/** A link with a checked address; only its children if the address is not usable. */
export function SafeLink(props: {
  href: string | undefined
  className?: string
  children: ReactNode
}) {
  const { className, children } = props
  const target = safeHref(props.href)
  if (!target) return <span className={className}>{coverTarget(children, props.href)}</span>

  return (
    <PageAnchor
      className={className}
      href={target.href}
      rel={target.isExternal ? 'noopener noreferrer' : undefined}
    >
      {children}
    </PageAnchor>
  )
}
