/**
 * Closes a dialog when what lies behind it is clicked: pressed there and let go there, so that text
 * selected beyond the dialog's edge closes nothing.
 */
export function closeOnBackdrop(dialog: HTMLDialogElement): void {
  let isPressedBeside = false
  dialog.addEventListener('pointerdown', (event) => (isPressedBeside = isBeside(dialog, event)))
  dialog.addEventListener('click', (event) => {
    if (isPressedBeside && isBeside(dialog, event)) dialog.close()
  })
}

function isBeside(dialog: HTMLDialogElement, { target, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  const isWithin = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === dialog && !isWithin
}
