import { MAX_RULES, type PathRules } from './redirect-rules.ts'

/** Cloudflare Pages reads so many redirects, and ignores longer lines. */
const MAX_STATIC_REDIRECTS = 2000
const MAX_LINE = 1000

/** Notes for the maintainer about former paths that some hosts will not redirect. */
export function hostNotes({ redirects }: PathRules, lines: string[]): string[] {
  const moves = lines.filter((line) => line.endsWith(' 301'))
  const unread = moves.length - MAX_STATIC_REDIRECTS
  const long = moves.filter((line) => line.length > MAX_LINE).length
  const left = redirects.length - new Set(moves.map(formerPath)).size
  return [
    ...(unread > 0
      ? [
          `_redirects has ${moves.length} redirects; Cloudflare Pages reads the first ${MAX_STATIC_REDIRECTS}, so there the other ${unread}, those of the oldest former paths, lead to 404.html`
        ]
      : []),
    ...(long > 0
      ? [
          `Cloudflare Pages ignores ${long} of ${moves.length} redirects in _redirects, which have more than ${MAX_LINE} characters, so there these former paths lead to 404.html`
        ]
      : []),
    ...(left > 0
      ? [
          `_redirects leaves out ${left} of ${redirects.length} former paths, because Netlify may refuse more than ${MAX_RULES} rules; only _nginx.conf has all`
        ]
      : [])
  ]
}

/** The path without the slash at its end. */
function formerPath(line: string): string {
  return line.split(' ')[0]?.replace(/(?<=.)\/$/, '') ?? ''
}
