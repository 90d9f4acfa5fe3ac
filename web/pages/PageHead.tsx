import { rowHref, sqlHref } from '../../site/browse/data-address.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import type { PageModel } from '../../site/pages/page-model.ts'
import { type PageContext, usePage } from '../blocks/context/page-context.ts'
import { hasPicture } from '../blocks/context/page-files.ts'
import { Picture } from '../blocks/media/Picture.tsx'
import { Icon, renderPageIcon } from '../blocks/media/PageIcon.tsx'
import { isSpoilerPath } from '../../site/spoilers/spoiler-path.ts'
import { shownTitle } from '../../site/locales/shown-title.ts'
import { useMessages } from '../messages.ts'
import type { Translation } from './shell/meta-facts.ts'
import { hasCovered } from '../blocks/spoilers/covered-blocks.ts'
import { SpoilerChoice } from '../blocks/spoilers/SpoilerChoice.tsx'
import { PageMenu } from './shell/PageMenu.tsx'
import { Translations } from './shell/Translations.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { notion } from '../blocks/vocabulary.ts'
import { isPictureIcon } from '../../site/notion/blocks/emoji-icon.ts'

interface PageHeadProps {
  page: PageModel
  config: SiteConfig
  /** Format of the page block, with the cover's position. */
  format: Record<string, unknown> | undefined
  translations: Translation[]
  /** Path of the page as Markdown. */
  markdownHref: string
}

/** The cover, breadcrumbs, icon and title of a page. */
export function PageHead(props: PageHeadProps) {
  const { page, config, format, translations, markdownHref } = props
  const icon = page.icon ?? config.defaultPageIcon
  const title = shownTitle(page.title, useMessages())
  const context = usePage()
  // The choice for a page that is covered as a whole precedes it (`WikiPage.tsx`).
  const isCovered = context.chapters.has(page.path)
  return (
    <>
      <Cover page={page} config={config} format={format} />
      <header className="page-head">
        <PageMenu
          markdownHref={markdownHref}
          dataHref={hasData(config, page) ? dataHref(context) : undefined}
        />
        <Breadcrumbs
          pages={page.breadcrumbs}
          title={title}
          icon={config.theme === 'notion' && renderPageIcon(page.id, context)}
        />
        {/* The label of a page that is covered as a whole is a heading too, above this one. */}
        <h1 className={notion.page.title} aria-level={isCovered ? 2 : undefined}>
          {icon && <TitleIcon icon={icon} ownerId={page.id} />}
          <span>{title}</span>
        </h1>
        {hasCovered(context) && !isCovered && <SpoilerChoice config={config} />}
        {translations.length > 0 && <Translations pageId={page.id} translations={translations} />}
      </header>
    </>
  )
}

/** A folder has no pages of rows: there a statement shows it. */
function dataHref({ page: { id }, hosting }: PageContext): string {
  return hosting === 'static'
    ? sqlHref(`select * from pages where id = '${id}'`)
    : rowHref('pages', [id])
}

/** The public mirror has no row for the page of an opened spoiler. */
function hasData({ isMirrorDownloadEnabled }: SiteConfig, { path }: PageModel): boolean {
  return isMirrorDownloadEnabled && !isSpoilerPath(path)
}

/** The icon before the title, in a box: without its own size, a picture has that of the box. */
function TitleIcon({ icon, ownerId }: { icon: string; ownerId: string }) {
  const { hero, picture, emoji, page } = notion.icon
  return (
    <span className={`icon-box ${hero} ${isPictureIcon(icon) ? picture : emoji}`}>
      <Icon icon={icon} ownerId={ownerId} className={`page-icon ${page}`} />
    </span>
  )
}

/** The wide picture above a page's title; nothing if there is none. */
export function Cover({ page, config, format }: Pick<PageHeadProps, 'page' | 'config' | 'format'>) {
  const context = usePage()
  const source = page.cover ?? config.defaultPageCover
  if (!source || !hasPicture(context, source)) return null

  const own = page.cover ? format?.['page_cover_position'] : undefined
  const position = typeof own === 'number' ? own : config.defaultPageCoverPosition
  return (
    <div className={`cover ${notion.page.cover}`}>
      <Picture
        source={source}
        owner={page}
        alt=""
        place="cover"
        className={notion.page.coverPicture}
        isFirst
        style={{ objectPosition: `center ${(1 - position) * 100}%` }}
      />
    </div>
  )
}
