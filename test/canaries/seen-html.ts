import sanitizeHtml from 'sanitize-html'

/** Attributes that contain addresses, which may name a page. */
const addresses =
  /^(?:href|src|srcset|poster|action|id|name|for|content|value|data-rows|data-view)$/

/**
 * What a reader reaches of HTML without opening anything: its texts and its attributes, without what is
 * hidden and what is in a closed box.
 */
export function seenHtml(html: string): string {
  const seen = sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    nonTextTags: ['style'],
    exclusiveFilter: ({ attribs }) => HIDDEN in attribs,
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: seenAttributes(attribs) })
    }
  })
  // Structured data contains addresses as well.
  return seen.replaceAll(/https:[^\s"<]+/g, '')
}

const HIDDEN = 'data-is-hidden'

function seenAttributes(attributes: Record<string, string>): Record<string, string> {
  const isHidden = 'hidden' in attributes || attributes['class'] === 'spoiler-body'
  return isHidden ? { [HIDDEN]: 'true' } : withoutAddresses(attributes)
}

function withoutAddresses(attributes: Record<string, string>): Record<string, string> {
  const isText = ([name, value]: [string, string]) =>
    !addresses.test(name) || ((name === 'content' || name === 'value') && !value.includes('://'))
  return Object.fromEntries(Object.entries(attributes).filter(isText))
}
