import type { CSSProperties } from 'react'

import { joinClasses } from '../context/join-classes.ts'

/** Widths in CSS pixels: the one that the author set, and the one that Notion uses if there is none. */
export interface ColumnWidth {
  width: number | undefined
  usual: number
}

/** A first column of this width leaves a phone enough room for the others. */
const MAX_FIRST_WIDTH = 160
const MAX_WIDTH = 2000
/** A column of this width leaves room between itself and the first one on a phone. */
const MAX_PINNED_WIDTH = 112

/**
 * Attributes of a table whose columns have fixed widths: they may be wider together than its box.
 * Columns without a width share the rest of the box and have at least the usual width.
 */
export function sizedTable(columns: ColumnWidth[]): { className: string; style?: CSSProperties } {
  const [first] = columns
  const isFirstWide = first !== undefined && (first.width ?? first.usual) > MAX_FIRST_WIDTH
  const className = joinClasses('sized', isFirstWide && 'wide-first') ?? ''
  if (columns.every(({ width }) => width !== undefined)) return { className }
  const least = columns.reduce((sum, { width, usual }) => sum + (width ?? usual), 0)
  return { className, style: { minWidth: `max(100%, ${least}px)` } }
}

/** Whether a column of this width is narrower on a phone while it stays in view beside the first one. */
export function isNarrowed(width: number | undefined): boolean {
  return width === undefined || width > MAX_PINNED_WIDTH
}

/** A width as in a record; undefined if it cannot be the width of a column. */
export function columnWidth(width: unknown): number | undefined {
  return typeof width === 'number' && width > 0 && width < MAX_WIDTH ? width : undefined
}
