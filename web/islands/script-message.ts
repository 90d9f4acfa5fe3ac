type ScriptMessage = 'copy' | 'copied' | 'selected' | 'fullPicture' | 'close' | 'cannotShow'

/** A word of the interface in the language of the site: the body carries those that scripts need. */
export function scriptMessage(name: ScriptMessage): string {
  return document.body.dataset[name] ?? ''
}
