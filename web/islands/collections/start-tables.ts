/**
 * Marks tables that fit their box. Such a box need not clip its content, and only then can the
 * table's header stick to the top edge of the window. Causes no layout shift.
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
