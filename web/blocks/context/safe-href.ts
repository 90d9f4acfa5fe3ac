const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const here = 'https://here.invalid'
const bareHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}([/?#:]|$)/u

export interface SafeHref {
  href: string
  isExternal: boolean
}

/**
 * The address as a link may carry it, or undefined when following it could do anything but open a
 * page, a mail or a call. A bare host (`example.org/a`) is taken as https, as the workspace does.
 */
export function safeHref(address: unknown): SafeHref | undefined {
  if (typeof address !== 'string' || address.trim() === '') return undefined
  const text = address.trim()
  const written = bareHost.test(text) ? `https://${text}` : text
  if (!URL.canParse(written, here)) return undefined

  const url = new URL(written, here)
  if (!schemes.has(url.protocol)) return undefined
  // Parsed and compared, since browsers read `/\host` and `//host` as another site too.
  if (url.origin === here) return { href: written, isExternal: false }
  return { href: url.href, isExternal: true }
}
