import type { SocialLinks } from '../../../site/config/config.ts'
import type { Messages } from '../../../site/locales/en.ts'
import { hostName } from '../../../site/notion/files/media-source.ts'

interface SocialLink {
  title: string
  /** Undefined for a handle without a configured address. */
  href: string | undefined
  /** Whether visitors can ask questions there. */
  isForQuestions: boolean
}

/** Links to the community's sites, the most useful first. */
export function socialLinks(
  social: SocialLinks,
  messages: Messages['communityLinks']
): SocialLink[] {
  const { socialHandle, mastodon, twitter } = social
  const accountName = socialHandle ? ` ${socialHandle}` : ''
  const listings = social.datapackListings ?? []
  const hasAccount = Boolean(mastodon ?? twitter)

  const links: [title: string, href: string | undefined, isForQuestions?: true][] = [
    [messages.chat, social.chatInvite, true],
    [messages.download, social.datapackHosting],
    ...[...new Set(listings)].map((href): [string, string] => [listingName(href, listings), href]),
    [messages.videos, social.videoChannel],
    ['YouTube', social.youtube && `https://www.youtube.com/${channelPath(social.youtube)}`],
    [`Mastodon${accountName}`, mastodon, true],
    [`Twitter${mastodon ? '' : accountName}`, twitter && `https://twitter.com/${twitter}`, true],
    ['GitHub', social.github && `https://github.com/${social.github}`, true],
    ['LinkedIn', social.linkedin && `https://www.linkedin.com/in/${social.linkedin}`],
    [messages.newsletter, social.newsletter]
  ]
  const shown = links.flatMap(([title, href, isForQuestions = false]) =>
    href ? [{ title, href, isForQuestions }] : []
  )
  const handle = { title: socialHandle ?? '', href: undefined, isForQuestions: false }
  return socialHandle && !hasAccount ? [...shown, handle] : shown
}

function channelPath(channel: string): string {
  return channel.startsWith('@') || channel.includes('/') ? channel : `channel/${channel}`
}

/** The host, or the whole address if another listing has the same host. */
function listingName(address: string, all: string[]): string {
  const host = hostName(address)
  const isAlone = all.every((other) => other === address || hostName(other) !== host)
  return isAlone ? host : address.replace(/^https:\/\//, '')
}
