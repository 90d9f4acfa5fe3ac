import sanitizeHtml from 'sanitize-html'

/** Allowed elements with attributes; ids, classes and styles are dropped. */
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
  'h2 h3 h4 h5 h6 p div blockquote pre ul li figure figcaption table caption thead tbody tfoot tr dl dt dd hr br details summary b strong em s u code sub sup'
/** Elements that are dropped with their content: they work only on the site. */
const dropped =
  'script style template noscript iframe object form button select textarea svg math nav colgroup'
const addresses = ['href', 'src', 'poster']

/**
 * HTML of the site's components for feed readers: with absolute addresses and nothing that needs
 * our style sheet or script. `base` is the address of the page.
 */
export function portableHtml(rendered: string, base: string): string {
  const html = sanitizeHtml(rendered, {
    allowedTags: [...plain.split(' '), ...Object.keys(allowedAttributes)],
    allowedAttributes: { ...allowedAttributes, div: [SITE_ONLY] },
    exclusiveFilter: ({ attribs }) => SITE_ONLY in attribs,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    nonTextTags: dropped.split(' '),
    transformTags: {
      '*': (tagName, attribs) =>
        isForSiteOnly(attribs)
          ? { tagName: 'div', attribs: { [SITE_ONLY]: 'true' } }
          : {
              tagName: lineClasses.test(attribs['class'] ?? '') ? 'div' : tagName,
              attribs: withAbsoluteAddresses(attribs, base)
            }
    },
    textFilter: (text) => text.replaceAll('"', '&quot;')
  })
  // Adjacent links, such as tags, are separated only by the style sheet.
  return html.replaceAll('</a><a ', '</a> <a ')
}

/** The lines of a card, which only the style sheet separates. */
const lineClasses = /(?:^|\s)card-(?:kind|title|text|host)(?:\s|$)/
/** Marks elements that are dropped with their content. */
const SITE_ONLY = 'data-site-only'
/**
 * The link mark of a heading, the card beside a mentioned link, the form of a view, what a style sheet hides or places in
 * calendars and timelines, and the content of a covered toggle, which a feed reader may show openly.
 */
const siteOnlyClasses =
  /(?:^|\s)(?:anchor|day-name|link-preview|spoiler-body|timeline-axis|view-tools)(?:\s|$)/

/** Whether an element works only on the site: also true for one that a script reveals. */
function isForSiteOnly(attributes: Record<string, string>): boolean {
  return siteOnlyClasses.test(attributes['class'] ?? '') || 'hidden' in attributes
}

function withAbsoluteAddresses(attributes: Record<string, string>, base: string) {
  const changed = { ...attributes }
  for (const name of addresses) {
    const address = changed[name]
    if (address !== undefined && URL.canParse(address, base)) {
      changed[name] = new URL(address, base).href
    }
  }
  return changed
}
