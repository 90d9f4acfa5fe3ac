import type { SiteConfig } from '../../site/config/config.ts'
import type { PageModel } from '../../site/pages/page-model.ts'
import { hasPicture, usePage } from '../blocks/context/page-context.ts'
import { Picture } from '../blocks/media/Picture.tsx'
import { Icon } from '../blocks/media/PageIcon.tsx'
import { shownTitle } from '../../site/locales/shown-title.ts'
import { useMessages } from '../messages.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'

interface PageHeadProps {
  page: PageModel
  config: SiteConfig
  /** Format of the page block, with the cover's position. */
  format: Record<string, unknown> | undefined
}

/** The cover, breadcrumbs, icon and title of a page. */
export function PageHead({ page, config, format }: PageHeadProps) {
  const icon = page.icon ?? config.defaultPageIcon
  const title = shownTitle(page.title, useMessages())
  return (
    <>
      <Cover page={page} config={config} format={format} />
      <header className="page-head">
        <Breadcrumbs pages={page.breadcrumbs} title={title} />
        <h1>
          {icon && <Icon icon={icon} ownerId={page.id} className="page-icon" />}
          <span>{title}</span>
        </h1>
      </header>
    </>
  )
}

/** The wide picture above a page's title; nothing if there is none. */
export function Cover({ page, config, format }: PageHeadProps) {
  const context = usePage()
  const source = page.cover ?? config.defaultPageCover
  if (!source || !hasPicture(context, source)) return null

  const own = page.cover ? format?.['page_cover_position'] : undefined
  const position = typeof own === 'number' ? own : config.defaultPageCoverPosition
  return (
    <div className="cover">
      <Picture
        source={source}
        owner={page}
        alt=""
        place="cover"
        isFirst
        style={{ objectPosition: `center ${(1 - position) * 100}%` }}
      />
    </div>
  )
}
