type ScriptMessage =
  | 'copy'
  | 'copied'
  | 'selected'
  | 'fullPicture'
  | 'close'
  | 'previous'
  | 'next'
  | 'placeOf'
  | 'cannotShow'
  | 'branch'

/** An interface message from the data attributes of an element at the end of the body (`Document.tsx`). */
export function scriptMessage(name: ScriptMessage): string {
  return document.querySelector<HTMLElement>('#script-messages')?.dataset[name] ?? ''
}
