import sanitizeHtml from 'sanitize-html'

/** Elements of text, pictures, tables and players, with the attributes that say something elsewhere too. */
const allowedAttributes = {
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  audio: ['src', 'controls'],
  video: ['src', 'controls', 'poster'],
  ol: ['start', 'type'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan']
}
const plain =
  'h2 h3 h4 h5 h6 p div blockquote pre ul li figure figcaption table caption thead tbody tfoot tr dl dt dd hr br details summary strong em s u code sub sup'
/** What is of use only in a browser, or on the page itself, with all that stands in it. */
const dropped =
  'script style template noscript iframe object form button select textarea svg math nav colgroup'
const addresses = ['href', 'src', 'poster']

/**
 * What our components drew of a page, as others may show it: with full addresses, and nothing that
 * needs our stylesheet or script. `base` is the page's own address.
 */
export function portableHtml(drawn: string, base: string): string {
  const html = sanitizeHtml(drawn, {
    allowedTags: [...plain.split(' '), ...Object.keys(allowedAttributes)],
    allowedAttributes,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    nonTextTags: dropped.split(' '),
    transformTags: {
      '*': (tagName, attribs) => ({
        tagName: isForThePage(attribs) ? 'noscript' : tagName,
        attribs: withFullAddresses(attribs, base)
      })
    },
    textFilter: (text) => text.replaceAll('"', '&quot;')
  })
  // Our stylesheet keeps tags apart.
  return html.replaceAll('</a><a ', '</a> <a ')
}

/** The sign beside a heading that leads to it, and what a script shows later. */
function isForThePage(attributes: Record<string, string>): boolean {
  return attributes['class'] === 'anchor' || 'hidden' in attributes
}

function withFullAddresses(attributes: Record<string, string>, base: string) {
  const changed = { ...attributes }
  for (const name of addresses) {
    const address = changed[name]
    if (address !== undefined && URL.canParse(address, base)) {
      changed[name] = new URL(address, base).href
    }
  }
  return changed
}
