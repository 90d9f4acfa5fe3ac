import type { Html } from 'mdast'

/** HTML in a document, for what Markdown has no syntax for. */
export function html(value: string): Html {
  return { type: 'html', value }
}

/** An HTML comment. Characters that could end it early are replaced by spaces. */
export function htmlComment(text: string): Html {
  return html(`<!-- ${text.replaceAll(/(--+|[<>\p{Cc}])+/gu, ' ')} -->`)
}

/** Text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
