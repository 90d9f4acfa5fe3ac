import type { SiteConfig } from '../../../site/config/config.ts'
import { coveringRules } from '../../../site/spoilers/spoiler-rule.ts'
import { useMessages } from '../../messages.ts'
import { chapterAt, useChapters } from './chapters.ts'

/** The size before the second style sheet has arrived too. Some browsers add a padding of their own. */
const fieldSize = {
  height: '2em',
  padding: '0 0.25rem',
  verticalAlign: 'middle',
  font: 'inherit',
  lineHeight: 1.25
}

/**
 * The field in which a reader names the last chapter read; a script shows it and keeps the choice
 * (`start-spoilers.ts`). It has its space before it is shown, so that nothing moves.
 */
export function SpoilerChoice({ config }: { config: Pick<SiteConfig, 'spoilers'> }) {
  const { readTo, readNothing, chapter } = useMessages()
  const chapters = coveringRules(config)?.chapters ?? []
  if (chapters.length === 0) return null
  return (
    <p className="spoiler-choice" style={{ visibility: 'hidden' }}>
      <label>
        {readTo}{' '}
        <select autoComplete="off" style={fieldSize}>
          <option value="">{readNothing}</option>
          {chapters.map((each) => (
            <option key={each} value={each}>
              {chapter(each)}
            </option>
          ))}
        </select>
      </label>
    </p>
  )
}

/** The same field for a list of pages, if one of them is covered. */
export function ListSpoilerChoice(props: {
  config: Pick<SiteConfig, 'spoilers'>
  pages: { path: string }[]
}) {
  const { config, pages } = props
  const chapters = useChapters()
  const hasCovered = pages.some(({ path }) => chapterAt(chapters, path) !== undefined)
  return hasCovered ? <SpoilerChoice config={config} /> : null
}
