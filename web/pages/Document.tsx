import type { ReactNode } from 'react'

import type { SiteConfig } from '../../site/config.ts'
import { HeadLinks } from './HeadLinks.tsx'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'

export interface NavigationItem {
  title: string
  href: string
  isExternal: boolean
  isCurrent: boolean
}

/** What every page needs besides its own content. */
export interface Shell {
  config: SiteConfig
  /** Addresses of the built assets. */
  assets: { script: string; styles: string[] }
  navigation: NavigationItem[]
  /** Scripts that only development adds. */
  devScripts?: string[]
}

export interface DocumentProps {
  shell: Shell
  title: string
  description?: string
  canonicalPath?: string
  /** Address of the page as Markdown. */
  markdownHref?: string
  isIndexable: boolean
  children: ReactNode
}

/** The whole HTML document: head, header, the page's content as `main`, footer. */
export function Document(props: DocumentProps) {
  const { shell, children } = props
  return (
    <html lang={shell.config.language}>
      <Head {...props} />
      <body>
        <a className="skip" href="#content">
          Skip to the content
        </a>
        <SiteHeader shell={shell} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <SiteFooter config={shell.config} />
      </body>
    </html>
  )
}

function Head(props: DocumentProps) {
  const { shell, title, description, canonicalPath, markdownHref, isIndexable } = props
  const { config, assets, devScripts = [] } = shell
  const fullTitle = title === config.name ? title : `${title} · ${config.name}`
  const address = canonicalPath && canonicalAddress(config.domain, canonicalPath)
  return (
    <head>
      <meta charSet="utf-8" />
      <title>{fullTitle}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {description && <meta name="description" content={description} />}
      {!isIndexable && <meta name="robots" content="noindex" />}
      {address && <link rel="canonical" href={address} />}
      <meta property="og:site_name" content={config.name} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      {address && <meta property="og:url" content={address} />}
      <HeadLinks config={config} markdownHref={markdownHref} />
      {assets.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {[assets.script, ...devScripts].map((src) => (
        <script key={src} type="module" src={src} />
      ))}
    </head>
  )
}

function canonicalAddress(domain: string, path: string): string {
  return new URL(path, `https://${domain}`).href
}
