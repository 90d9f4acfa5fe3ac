type ScriptMessage =
  | 'copy'
  | 'copied'
  | 'selected'
  | 'fullPicture'
  | 'close'
  | 'cannotShow'
  | 'branch'

/** An interface message from the body's data attributes (`Document.tsx`). */
export function scriptMessage(name: ScriptMessage): string {
  return document.body.dataset[name] ?? ''
}
