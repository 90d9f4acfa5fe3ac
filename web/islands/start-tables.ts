/**
 * Marks the tables that fit their box. Only such a box need not clip what it holds, and only then can
 * the head of a table stay at the upper edge of the window; nothing moves by it.
 */
export function startTables(root: HTMLElement, end: AbortSignal): void {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const table = target.querySelector('table')
      const isFitting = table !== null && table.offsetWidth <= target.clientWidth
      target.classList.toggle('fits', isFitting)
    }
  })
  const follow = () => {
    sizes.disconnect()
    for (const box of root.querySelectorAll('.table-box')) sizes.observe(box)
  }
  follow()
  document.addEventListener('view-shown', follow, { signal: end })
  end.addEventListener('abort', () => sizes.disconnect())
}
