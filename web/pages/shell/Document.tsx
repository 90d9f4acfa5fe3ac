import type { ReactNode } from 'react'

import type { Analytics } from '../../../site/config/analytics.ts'
import { paperColors } from '../../../site/config/theme-colors.ts'
import type { Hosting } from '../../../site/config/hosting.ts'
import { unicodeEscape } from '../../../site/formats/json-text.ts'
import { messagesFor } from '../../../site/locales/messages-for.ts'
import { writeHtml } from '../../html/write-html.ts'
import { MessagesProvider, useMessages } from '../../messages.ts'
import { HeadLinks } from './HeadLinks.tsx'
import { SearchDialog } from '../search/SearchDialog.tsx'
import { SiteFooter } from './SiteFooter.tsx'
import { Fixed } from './frame/Fixed.tsx'
import { SiteHeader } from './frame/SiteHeader.tsx'
import { SitePanel } from './frame/SitePanel.tsx'
import type { Shell } from './shell.ts'
import { notion } from '../../blocks/vocabulary.ts'

export interface DocumentProps {
  shell: Shell
  title: string
  description?: string
  /** The canonical address, absolute. */
  address?: string | undefined
  /** Path of the page as Markdown. */
  markdownHref?: string
  isIndexable: boolean
  /** Without search and links, for a page without a site behind it. */
  isAlone?: boolean
  /** BCP 47 tag of the content, if it may differ from that of the interface. */
  contentLanguage?: string | undefined
  /** Classes of the main element. */
  mainClass?: string | undefined
  /** Further metadata for link previews. */
  meta?: ReactNode
  /** What search engines read about the page (schema.org). */
  data?: object | undefined
  children: ReactNode
}

/** The whole HTML document: head, header, the content as `main`, the site's panel, footer, search dialog. */
export function Document(props: DocumentProps) {
  const { shell } = props
  const messages = messagesFor(shell.config)
  return (
    <MessagesProvider value={messages}>
      <html lang={shell.config.language} data-hosting={hostingName(shell)}>
        <Head {...props} />
        <Body {...props} />
      </html>
    </MessagesProvider>
  )
}

/** Read by scripts; a document of a server does without. */
function hostingName({ hosting }: Shell): Hosting | undefined {
  return hosting === 'static' ? hosting : undefined
}

/** Written without React, whose work on each element takes most of the time of a page. */
function Body(props: DocumentProps) {
  const { shell, mainClass, contentLanguage, data, children, isAlone = false } = props
  const messages = useMessages()
  const content = (
    <>
      <a className="skip" href="#content">
        {messages.skip}
      </a>
      <SiteHeader shell={shell} isAlone={isAlone} />
      {/* The panel follows the page; its place is kept before it arrives. */}
      <div className={isAlone ? 'frame' : 'frame with-panel'}>
        <main id="content" tabIndex={-1} className={mainClass} lang={contentLanguage}>
          {children}
          {/* At the end, where it delays no paint. */}
          {data && <DataBlock data={data} />}
        </main>
        {!isAlone && <SitePanel shell={shell} />}
      </div>
      {!isAlone && (
        <Fixed>
          <SiteFooter config={shell.config} year={shell.year} />
        </Fixed>
      )}
      {shell.config.isSearchEnabled && !isAlone && (
        <Fixed>
          <SearchDialog social={shell.config.social} />
        </Fixed>
      )}
      <Fixed>
        <ScriptMessages />
      </Fixed>
      {/* At the end, where they delay no paint (`server/render/document/place-links.ts`). */}
      {shell.assets.criticalStyles && <StyleLinks hrefs={shell.assets.styles} />}
    </>
  )
  return (
    <body
      className={notion.site.body}
      {...analyticsSettings(shell.analytics)}
      dangerouslySetInnerHTML={{ __html: writeHtml(content) }}
    />
  )
}

/** Read by `web/analytics/start-analytics.ts`; services that are off have no attribute. */
function analyticsSettings({ posthog, fathom }: Analytics = {}) {
  return {
    'data-posthog-key': posthog?.key,
    'data-posthog-host': posthog?.host,
    'data-fathom-site': fathom?.siteId,
    'data-fathom-script': fathom?.scriptUrl
  }
}

/** Messages for scripts, read by `web/islands/script-message.ts`. */
function ScriptMessages() {
  const messages = useMessages()
  const { copy, copied, selected, fullPicture, close, cannotShow, branch } = messages
  const { previous, next, placeOf } = messages
  return (
    <div
      id="script-messages"
      hidden
      data-copy={copy}
      data-copied={copied}
      data-selected={selected}
      data-full-picture={fullPicture}
      data-close={close}
      data-previous={previous}
      data-next={next}
      data-place-of={placeOf('{0}', '{1}')}
      data-cannot-show={cannotShow}
      data-branch={branch}
    />
  )
}

/** A JSON-LD element. Browsers do not execute this type, so the CSP need not allow it. */
function DataBlock({ data }: { data: object }) {
  // Markup characters are escaped, so that no text can end the element or begin another.
  const json = JSON.stringify(data).replaceAll(/[<>&\u2028\u2029]/g, unicodeEscape)
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

function Head(props: DocumentProps) {
  const { shell, title, description, address, markdownHref, isIndexable, meta } = props
  const { config, assets, devScripts = [] } = shell
  const fullTitle = title === config.name ? title : `${title} · ${config.name}`
  return (
    <head>
      <meta charSet="utf-8" />
      <title>{fullTitle}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {Object.entries(paperColors[config.theme]).map(([theme, color]) => (
        <meta
          key={theme}
          name="theme-color"
          media={`(prefers-color-scheme: ${theme})`}
          content={color}
        />
      ))}
      {description && <meta name="description" content={description} />}
      {!isIndexable && <meta name="robots" content="noindex" />}
      {address && <link rel="canonical" href={address} />}
      <meta property="og:site_name" content={config.name} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      {address && <meta property="og:url" content={address} />}
      {meta}
      <HeadLinks config={config} markdownHref={markdownHref} />
      {/* Waits for no other script and delays no paint; a module would run later. */}
      <script src={assets.theme} async fetchPriority="high" />
      {assets.fonts.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
      ))}
      {assets.criticalStyles ? (
        <style dangerouslySetInnerHTML={{ __html: assets.criticalStyles }} />
      ) : (
        <StyleLinks hrefs={assets.styles} />
      )}
      {assets.customStyles && <StyleLinks hrefs={[assets.customStyles]} />}
      {[assets.script, ...devScripts].map((src) => (
        <script key={src} type="module" src={src} />
      ))}
    </head>
  )
}

function StyleLinks({ hrefs }: { hrefs: string[] }) {
  return hrefs.map((href) => <link key={href} rel="stylesheet" href={href} />)
}
