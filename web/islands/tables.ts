/**
 * Marks the tables that fit their box. Only such a box need not clip what it holds, and only then can
 * the head of a table stay at the upper edge of the window; nothing moves by it.
 */
export function followTables(): void {
  for (const box of document.querySelectorAll('.table-box')) sizes.observe(box)
}

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const table = target.querySelector('table')
    const isFitting = table !== null && table.offsetWidth <= target.clientWidth
    target.classList.toggle('fits', isFitting)
  }
})
