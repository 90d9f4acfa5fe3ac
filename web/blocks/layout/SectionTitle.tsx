import type { Block } from 'notion-types'
import { createElement, type ReactNode } from 'react'

import { type PageContext, usePage } from '../context/page-context.ts'

const tags = ['h2', 'h3', 'h4', 'h5', 'h6'] as const

/** A heading or a collection's name, with the heading level of its place in the outline. */
export function SectionTitle(props: {
  block: Block
  id?: string | undefined
  className: string | undefined
  children: ReactNode
}) {
  const { block, id, className, children } = props
  const tag = tags[sectionLevel(usePage(), block) - 2] ?? 'h6'
  return createElement(tag, { id, className }, children)
}

/** From 2 (the page's title is the only h1) to 6. */
function sectionLevel({ outline }: PageContext, block: Block): number {
  return Math.min(2 + (outline.depths.get(block.id) ?? 0), 6)
}
