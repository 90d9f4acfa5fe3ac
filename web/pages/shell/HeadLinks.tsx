import type { SiteConfig } from '../../../site/config/config.ts'

/** The head's links to icons, the manifest, the feed and the page as Markdown. */
export function HeadLinks(props: { config: SiteConfig; markdownHref: string | undefined }) {
  const { config, markdownHref } = props
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/_icons/192.png" type="image/png" sizes="192x192" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="alternate" type="application/atom+xml" title={config.name} href="/feed.xml" />
      {markdownHref && <link rel="alternate" type="text/markdown" href={markdownHref} />}
    </>
  )
}
