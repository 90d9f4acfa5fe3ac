import type { NumberProgress } from './progress-of.ts'

/** A progress bar or ring; hidden from screen readers, since the number is beside it. */
export function Progress({ shape, part, color }: NumberProgress) {
  const percent = Math.round(part * 1000) / 10
  return shape === 'bar' ? (
    <svg className={`progress-bar tag-${color}`} viewBox="0 0 100 8" aria-hidden="true">
      <rect className="progress-track" width="100" height="8" />
      <rect className="progress-part" width={percent} height="8" />
    </svg>
  ) : (
    <svg className={`progress-ring tag-${color}`} viewBox="0 0 16 16" aria-hidden="true">
      <circle className="progress-track" cx="8" cy="8" r="6" />
      <circle
        className="progress-part"
        cx="8"
        cy="8"
        r="6"
        pathLength="100"
        strokeDasharray={`${percent} 100`}
      />
    </svg>
  )
}
