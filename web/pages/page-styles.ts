const fonts = new Set<unknown>(['serif', 'mono'])

/** Classes for the page settings in Notion: full width, small text, font. */
export function pageStyles(format: Record<string, unknown> | undefined): (string | false)[] {
  const font = format?.['page_font']
  return [
    format?.['page_full_width'] === true && 'full-width',
    format?.['page_small_text'] === true && 'small-text',
    fonts.has(font) && `font-${String(font)}`
  ]
}
