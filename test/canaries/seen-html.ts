import { load } from 'cheerio'

/** Attributes that contain addresses, which may name a page. */
const addresses =
  /^(?:href|src|srcset|poster|action|id|name|for|content|value|data-rows|data-view)$/

/**
 * What a reader reaches of HTML without opening anything: its texts and its attributes, without what is
 * hidden and what is in a closed box.
 */
export function seenHtml(html: string): string {
  const $ = load(html, { xml: { xmlMode: false } })
  const root = $.root()
  root.find('[hidden], [class="spoiler-body"]').remove()
  const elements = root.find('*')
  for (const { attribs } of elements) {
    for (const [name, value] of Object.entries(attribs)) {
      const isText = (name === 'content' || name === 'value') && !value.includes('://')
      if (addresses.test(name) && !isText) delete attribs[name]
    }
  }
  for (const each of [root.contents(), elements.contents()]) each.filter(isComment).remove()
  // Structured data contains addresses as well.
  return $.html().replaceAll(/https:[^\s"<]+/g, '')
}

function isComment(_index: number, { type }: { type: string }): boolean {
  return type === 'comment'
}
