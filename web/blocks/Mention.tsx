import { isDate } from '../../site/rich-text.ts'
import { wordOf } from '../../site/words/words-for.ts'
import { PageIcon } from './PageIcon.tsx'
import { DateTime } from './DateTime.tsx'
import { blockOf, imageOf, pagePath, pageTitle, usePage, userName } from './page-context.ts'
import { SafeLink } from './SafeLink.tsx'
import { useWords } from '../words.ts'

const PLACEHOLDER = '‣'
const kinds = new Set(['p', 'u', 'd', 'lm', 'eoi', 'ce', 'tv'])

interface MentionMark {
  kind: string
  value: unknown
}

interface MentionProps {
  value: unknown
  /** What the record shows where the target cannot be: empty when it is only the placeholder. */
  text: string
  isLinked: boolean
}

/** The mention among a text's marks; older records wrap it once more (`‣`, [kind, value]). */
export function mentionOf(marks: [string, unknown?][]): MentionMark | undefined {
  for (const [kind, value] of marks) {
    if (kinds.has(kind)) return { kind, value }
    if (kind === PLACEHOLDER && Array.isArray(value)) {
      return { kind: String(value[0]), value: value[1] }
    }
  }
  return undefined
}

/** A page, person, date or address named inside a text, or what it says where its target is missing. */
export function Mention(props: { mention: MentionMark; text: string; isLinked: boolean }) {
  const { mention, isLinked } = props
  const text = props.text === PLACEHOLDER ? '' : props.text
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
      return text
  }
}

function PageMention({ value, text, isLinked }: MentionProps) {
  const context = usePage()
  const id = String(value)
  const title = pageTitle(context, id)
  if (!title) return <Missing words={text || context.words.missingPage} />

  const label = (
    <>
      <PageIcon pageId={id} /> {title}
    </>
  )
  const path = isLinked ? undefined : pagePath(context, id)
  return path ? <SafeLink href={path}>{label}</SafeLink> : <span>{label}</span>
}

function UserMention({ value, text }: MentionProps) {
  const context = usePage()
  const name = userName(context, String(value))
  return <span className="mention">@{name ?? (text || context.words.someone)}</span>
}

function DateMention({ value, text }: MentionProps) {
  const words = useWords()
  if (isDate(value)) return <DateTime date={value} />
  return text || <Missing words={words.aDate} />
}

/** What the workspace fills in where a template is used: the day, the hour or the person. */
function TemplateMention({ value, text }: MentionProps) {
  const { type } = (value ?? {}) as { type?: unknown }
  const { today, now, me } = useWords()
  return (
    <span className="mention">@{text || wordOf({ today, now, me }, String(type)) || today}</span>
  )
}

function CustomEmoji({ value, text }: MentionProps) {
  const context = usePage()
  const id = context.page.id
  const space = blockOf(context, id)?.space_id ?? ''
  const { src, view } = imageOf(context, `notion://custom_emoji/${space}/${String(value)}`, { id })
  // The record has no name for it; without its picture only its place can be shown.
  if (!view) return text || `:${context.words.emoji}:`
  return <img className="icon" src={src} alt={text || context.words.emoji} width={24} height={24} />
}

function Missing({ words }: { words: string }) {
  return <span className="missing">{words}</span>
}

function LinkMention({ value, text, isLinked }: MentionProps) {
  const words = useWords()
  const { href, title } = (value ?? {}) as { href?: string; title?: string }
  const label = title || href || text
  if (!label) return <Missing words={words.aLink} />
  return isLinked ? label : <SafeLink href={href}>{label}</SafeLink>
}

function ObjectMention({ value, text, isLinked }: MentionProps) {
  const context = usePage()
  const block = blockOf(context, String(value))
  const format = (block?.format ?? {}) as { original_url?: string }
  const label = externalTitle(block?.format) || format.original_url || text
  if (!label) return <Missing words={context.words.missingThing} />
  return isLinked ? label : <SafeLink href={format.original_url}>{label}</SafeLink>
}

/** The title of an external object (an issue, a design file, …) as its record holds it. */
export function externalTitle(format: unknown): string {
  const attributes: unknown = (format as { attributes?: unknown } | undefined)?.attributes
  if (!Array.isArray(attributes)) return ''
  const title: unknown = attributes.find((item) => item?.id === 'title')?.values?.[0]
  return typeof title === 'string' ? title : ''
}
