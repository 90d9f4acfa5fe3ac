/** Characters of the URL; a page contains one for every picture. */
export const MAX_PREVIEW_LENGTH = 600
/** A WebP file in base64. Its first bytes are `RIFF`, four bytes of length, and `WEBP`. */
const previewPattern = /^data:image\/webp;base64,UklGR[A-Za-z0-9+/]+={0,2}$/

/** Whether a text is a preview. A page contains it, so a foreign value must not get into it. */
export function isPreview(text: string): boolean {
  return text.length <= MAX_PREVIEW_LENGTH && previewPattern.test(text)
}
