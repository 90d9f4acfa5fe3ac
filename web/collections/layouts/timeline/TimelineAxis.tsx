import type { CSSProperties } from 'react'

import type { PageContext } from '../../../blocks/context/page-context.ts'
import type { RowSpan } from '../row-span.ts'
import { type TimelineTick, timelineTicks } from './timeline-ticks.ts'

/** The months of a timeline above its bars; hidden from screen readers, which read the dates. */
export function TimelineAxis({ ticks }: { ticks: TimelineTick[] }) {
  if (ticks.length === 0) return null
  return (
    <div className="timeline-axis" aria-hidden="true">
      {ticks.map(({ share, label }) => (
        <span key={label} style={{ left: percent(share) }}>
          {label}
        </span>
      ))}
    </div>
  )
}

/**
 * Attributes of a timeline: its range and a word for `web/islands/collections/start-timelines.ts`,
 * and its lines.
 */
export function timelineScale(
  range: RowSpan,
  { language, messages }: Pick<PageContext, 'language' | 'messages'>
) {
  const ticks = timelineTicks(range, language)
  const lines = ticks.map(({ share }) => line(percent(share)))
  const style = lines.length > 0 ? { '--months': lines.join(',') } : undefined
  return {
    ticks,
    attributes: {
      'data-start': range.start,
      'data-end': range.end,
      'data-today': messages.todayMark,
      // React's type has no custom properties.
      style: style as CSSProperties | undefined
    }
  }
}

const line = (at: string) =>
  `linear-gradient(90deg,transparent ${at},var(--line) ${at} calc(${at} + 1px),transparent 0)`

const percent = (share: number) => `${(share * 100).toFixed(2)}%`
