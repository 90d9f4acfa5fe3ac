/**
 * Marks today in timelines whose range contains it. The server cannot: a finished page is kept for
 * longer than a day.
 */
export function startTimelines(root: HTMLElement, end: AbortSignal): void {
  const mark = () => root.querySelectorAll<HTMLElement>('.timeline').forEach(markToday)
  mark()
  document.addEventListener('view-shown', mark, { signal: end })
}

function markToday(timeline: HTMLElement): void {
  const { start = '', end = '', today = '' } = timeline.dataset
  const first = Date.parse(start)
  const length = Date.parse(end) - first + DAY
  const share = (localMidnight() - first) / length
  const axis = timeline.querySelector('th.timeline-bars')
  if (!axis || !(share >= 0 && share < 1) || timeline.classList.contains('has-today')) return
  const label = document.createElement('span')
  label.className = 'today'
  label.textContent = today
  axis.append(label)
  timeline.style.setProperty('--today', `${(share * 100).toFixed(2)}%`)
  timeline.classList.add('has-today')
}

const DAY = 86_400_000

/** The visitor's day, in milliseconds like a day of the timeline. */
function localMidnight(): number {
  const now = new Date()
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
}
