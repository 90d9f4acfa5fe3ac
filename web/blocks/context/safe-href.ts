const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const here = 'https://here.invalid'
const bareHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}([/?#:]|$)/u

export interface SafeHref {
  href: string
  isExternal: boolean
}

/**
 * The address if a link may use it, or undefined if following it could do anything but open a page,
 * a mail or a call. A bare host (`example.org/a`) becomes https, as in Notion.
 */
export function safeHref(address: unknown): SafeHref | undefined {
  if (typeof address !== 'string' || address.trim() === '') return undefined
  const text = address.trim()
  const href = bareHost.test(text) ? `https://${text}` : text
  if (!URL.canParse(href, here)) return undefined

  const url = new URL(href, here)
  if (!schemes.has(url.protocol)) return undefined
  // Compared after parsing, since browsers also read `/\host` and `//host` as another site.
  if (url.origin === here) return { href: href, isExternal: false }
  return { href: url.href, isExternal: true }
}
