/**
 * Closes a dialog on a click on its backdrop. The pointer must be pressed and released there, so
 * that selecting text past the dialog's edge does not close it.
 */
export function closeOnBackdrop(dialog: HTMLDialogElement): void {
  let isPressedOutside = false
  dialog.addEventListener('pointerdown', (event) => (isPressedOutside = isOutside(dialog, event)))
  dialog.addEventListener('click', (event) => {
    if (isPressedOutside && isOutside(dialog, event)) dialog.close()
  })
}

function isOutside(dialog: HTMLDialogElement, { target, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  const isWithin = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === dialog && !isWithin
}
