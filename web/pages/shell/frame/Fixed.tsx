import type { ReactElement, ReactNode } from 'react'

import type { Messages } from '../../../../site/locales/en.ts'
import { writeHtml, Written } from '../../../html/write-html.ts'
import { useMessages } from '../../../messages.ts'

interface Kept {
  messages: Messages
  props: object
  html: string
}

/** By component. */
const kept = new Map<unknown, Kept>()

/**
 * A part of the frame that is the same in most documents: its HTML is written again only if other
 * messages or other props than the last time are given. The component may read nothing else.
 */
export function Fixed({ children }: { children: ReactElement<object> }): ReactNode {
  const { type, props } = children
  const messages = useMessages()
  const known = kept.get(type)
  if (known?.messages === messages && isSame(known.props, props)) {
    return <Written html={known.html} />
  }
  const html = writeHtml(children)
  kept.set(type, { messages, props, html })
  return <Written html={html} />
}

function isSame(one: object, other: object): boolean {
  const [entries, count] = [Object.entries(one), Object.keys(other).length]
  return (
    entries.length === count && entries.every(([name, value]) => Reflect.get(other, name) === value)
  )
}
