import type { SocialLinks } from '../../../site/config/config.ts'
import { SafeLink } from '../../blocks/text/SafeLink.tsx'
import { useMessages } from '../../messages.ts'
import { socialLinks } from '../shell/social-links.ts'

/** Links to community sites that answer questions; nothing if none is configured. */
export function CommunityLinks({ social }: { social: SocialLinks }) {
  const { finder: messages, communityLinks } = useMessages()
  const links = socialLinks(social, communityLinks)
  const places = links.filter(({ isForQuestions }) => isForQuestions)
  if (places.length === 0) return null
  return (
    <div className="ask-places">
      <p>{messages.orAsk}</p>
      <ul>
        {places.map(({ title, href }) => (
          <li key={href}>
            <SafeLink href={href}>
              {href === social.chatInvite ? messages.askInChat : messages.askOn(title)}
            </SafeLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
