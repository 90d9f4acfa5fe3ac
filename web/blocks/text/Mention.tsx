import { externalObject } from '../../../site/notion/blocks/external-object.ts'
import { objectText } from '../../../site/notion/text/mentioned-object.ts'
import {
  MENTION_CHARACTER,
  FORMULA_CHARACTER,
  type Mention as MentionMark,
  linkOf,
  normalizeDate,
  templateText
} from '../../../site/notion/text/mentions.ts'
import { missingMessage, messageNamed } from '../../../site/locales/messages-for.ts'
import { renderPageIcon } from '../media/PageIcon.tsx'
import { renderDate } from './render-date.tsx'
import { pagePath, usePage } from '../context/page-context.ts'
import { imageOf } from '../context/page-files.ts'
import { pageTitle, userName } from '../context/shown-names.ts'
import { chapterAt } from '../spoilers/chapters.ts'
import { coverName, pageChapter } from '../spoilers/Spoiler.tsx'
import { SafeLink } from './SafeLink.tsx'
import { useMessages } from '../../messages.ts'
import { notion } from '../vocabulary.ts'
import { renderTypeIcon } from '../media/TypeIcon.tsx'

const emoji = `icon ${notion.icon.custom}`
const placeholderCharacters = new Set([MENTION_CHARACTER, FORMULA_CHARACTER])

interface MentionProps {
  value: unknown
  /** The mention's own text, shown if the target is missing; empty if it is only a placeholder. */
  text: string
  isLinked: boolean
}

/** A page, person, date or address mentioned in a text; its own text if the target is missing. */
export function Mention(props: { mention: MentionMark; text: string; isLinked: boolean }) {
  const { mention, isLinked } = props
  const text = placeholderCharacters.has(props.text) ? '' : props.text
  const rest = { value: mention.value, text, isLinked }
  switch (mention.kind) {
    case 'p':
      return <PageMention {...rest} />
    case 'u':
      return <UserMention {...rest} />
    case 'd':
      return <DateMention {...rest} />
    case 'lm':
      return <LinkMention {...rest} />
    case 'eoi':
      return <ObjectMention {...rest} />
    case 'ce':
      return <CustomEmoji {...rest} />
    case 'tv':
      return <TemplateMention {...rest} />
    default:
      return <OtherMention mention={mention} text={text} />
  }
}

function PageMention({ value, text, isLinked }: MentionProps) {
  const context = usePage()
  const id = String(value)
  const title = pageTitle(context, id)
  if (!title) return <Missing kind="p" text={text} />

  const label = (
    <>
      {renderPageIcon(id, context)} {title}
    </>
  )
  const path = isLinked ? undefined : pagePath(context, id)
  return path ? (
    <SafeLink href={path} className={notion.link.text}>
      {label}
    </SafeLink>
  ) : (
    <span>
      {coverName(label, { chapter: pageChapter(context, id), messages: context.messages })}
    </span>
  )
}

function UserMention({ value, text }: MentionProps) {
  const context = usePage()
  const name = userName(context, String(value))
  return <span className="mention">@{name ?? (text || missingMessage(context.messages, 'u'))}</span>
}

function DateMention({ value, text }: MentionProps) {
  const context = usePage()
  const date = normalizeDate(value)
  if (date) return renderDate(date, undefined, context)
  return text || <Missing kind="d" />
}

/** A template variable, which Notion replaces with the day, the time or the person. */
function TemplateMention({ value, text }: MentionProps) {
  const { today, now, me } = useMessages()
  const variable = templateText(value)
  return (
    <span className="mention">
      @{text || messageNamed({ today, now, me }, variable) || variable}
    </span>
  )
}

/** A place or verification in a text, or a mention of an unknown kind. */
function OtherMention({ mention, text }: { mention: MentionMark; text: string }) {
  const context = usePage()
  const object = objectText(mention, (id) => userName(context, id))
  return text || object || <Missing kind={mention.kind} />
}

function CustomEmoji({ value, text }: MentionProps) {
  const context = usePage()
  const id = context.page.id
  const space = context.blocks.get(id)?.space_id ?? ''
  const { src, view } = imageOf(context, `notion://custom_emoji/${space}/${String(value)}`, { id })
  // The record has no name for it; without the picture only a label can be shown.
  if (!view) return text || missingMessage(context.messages, 'ce')
  return (
    <img className={emoji} src={src} alt={text || context.messages.emoji} width={24} height={24} />
  )
}

function Missing({ kind, text }: { kind: string; text?: string }) {
  const messages = useMessages()
  return <span className="missing">{text || missingMessage(messages, kind)}</span>
}

function LinkMention({ value, text, isLinked }: MentionProps) {
  const context = usePage()
  const { href, title, description, link_provider: site } = linkOf(value)
  const label = title || href || text
  if (!label) return <Missing kind="lm" />
  if (isLinked) return label
  const { box, icon, link } = notion.mention
  // Beside a covered page there is nothing about it.
  const isCovered = chapterAt(context.chapters, href) !== undefined
  if (!description || isCovered) {
    return (
      <SafeLink href={href} className={`${box} ${link}`}>
        {renderTypeIcon(context, 'url', icon)}
        {label}
      </SafeLink>
    )
  }
  return (
    <span className={`link-mention ${box}`}>
      <SafeLink href={href} className={link}>
        {renderTypeIcon(context, 'url', icon)}
        {label}
      </SafeLink>
      <LinkPreview {...{ label, description, site }} />
    </span>
  )
}

/** The title and description of a link's target, shown beside it while it has the pointer or the focus. */
function LinkPreview(props: { label: string; description: string; site: string | undefined }) {
  const { label, description, site } = props
  const { preview, card, cardTitle, cardText, cardIcon, cardSite } = notion.mention
  const context = usePage()
  return (
    <span className={`link-preview ${preview}`}>
      <span className={`link-preview-card ${card}`}>
        <b className={cardTitle}>{label}</b>
        <span className={cardText}>{description}</span>
        {site && (
          <span className={`link-preview-site ${cardSite}`}>
            {renderTypeIcon(context, 'url', cardIcon)} {site}
          </span>
        )}
      </span>
    </span>
  )
}

function ObjectMention({ value, text, isLinked }: MentionProps) {
  const block = usePage().blocks.get(String(value))
  const { title = '', address } = block ? externalObject(block) : {}
  const label = title || address || text
  if (!label) return <Missing kind="eoi" />
  if (isLinked) return label
  return (
    <SafeLink href={address} className={notion.link.text}>
      {label}
    </SafeLink>
  )
}
