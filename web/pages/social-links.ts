import type { SocialLinks } from '../../site/config.ts'
import type { Words } from '../../site/words/en.ts'

interface SocialLink {
  title: string
  /** Undefined for a handle that belongs to no configured address. */
  href: string | undefined
}

/** The community's places as links, in the order in which a visitor is likely to want them. */
export function socialLinks(social: SocialLinks, words: Words['communityLinks']): SocialLink[] {
  const { socialHandle, mastodon, twitter } = social
  const accountName = socialHandle ? ` ${socialHandle}` : ''
  const listings = social.datapackListings ?? []
  const hasAccount = Boolean(mastodon ?? twitter)

  const links: [string, string | undefined][] = [
    [words.chat, social.chatInvite],
    [words.download, social.datapackHosting],
    ...[...new Set(listings)].map((href): [string, string] => [listingName(href, listings), href]),
    [words.videos, social.videoChannel],
    ['YouTube', social.youtube && `https://www.youtube.com/${channelPath(social.youtube)}`],
    [`Mastodon${accountName}`, mastodon],
    [`Twitter${mastodon ? '' : accountName}`, twitter && `https://twitter.com/${twitter}`],
    ['GitHub', social.github && `https://github.com/${social.github}`],
    ['LinkedIn', social.linkedin && `https://www.linkedin.com/in/${social.linkedin}`],
    [words.newsletter, social.newsletter]
  ]
  const shown = links.flatMap(([title, href]) => (href ? [{ title, href }] : []))
  const handle = socialHandle && !hasAccount ? [{ title: socialHandle, href: undefined }] : []
  return [...shown, ...handle]
}

function channelPath(channel: string): string {
  return channel.startsWith('@') || channel.includes('/') ? channel : `channel/${channel}`
}

/** The host, or the whole address where another listing has the same host. */
function listingName(address: string, all: string[]): string {
  const host = hostOf(address)
  const isAlone = all.every((other) => other === address || hostOf(other) !== host)
  return isAlone ? host : address.replace(/^https:\/\//, '')
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : address
}
