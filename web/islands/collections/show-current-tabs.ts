/** Scrolls the views of each collection sideways until the current one is in sight. */
export function showCurrentTabs(): void {
  for (const tab of document.querySelectorAll('.view-tabs [aria-current]')) {
    const list = tab.closest('ul')
    if (!list || list.scrollWidth <= list.clientWidth) continue
    const box = list.getBoundingClientRect()
    const { left, right, width } = tab.getBoundingClientRect()
    const isInSight = left >= box.left && right <= box.right
    if (!isInSight) list.scrollLeft += left - box.left - (box.width - width) / 2
  }
}
