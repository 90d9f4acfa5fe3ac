import type { SocialLinks } from '../../../site/config/config.ts'
import { SafeLink } from '../../blocks/text/SafeLink.tsx'
import { useMessages } from '../../messages.ts'
import { socialLinks } from '../shell/social-links.ts'

/** Where somebody may know what the search does not find; nothing when the configuration has no such place. */
export function CommunityLinks({ social }: { social: SocialLinks }) {
  const { finder: words, communityLinks } = useMessages()
  const links = socialLinks(social, communityLinks)
  const places = links.filter(({ isForQuestions }) => isForQuestions)
  if (places.length === 0) return null
  return (
    <div className="ask-places">
      <p>{words.orAsk}</p>
      <ul>
        {places.map(({ title, href }) => (
          <li key={href}>
            <SafeLink href={href}>
              {href === social.chatInvite ? words.askInChat : words.askOn(title)}
            </SafeLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
