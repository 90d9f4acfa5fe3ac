import type { SiteConfig } from '../../site/config.ts'
import type { PageFacts } from '../../site/page-facts.ts'
import type { PageLinkView } from '../../site/page-view.ts'
import { isoTime, structuredData } from './structured-data.ts'

/** The size of the pictures that previews of pages show. */
const PICTURE = { width: 1200, height: 630 }

/** A page as machines are told of it. */
export interface MetaFacts extends PageFacts {
  /** Path of the picture for previews, with the hash of what it shows. */
  socialImage: string
  /** From the root page down to the parent page. */
  breadcrumbs: PageLinkView[]
}

/** What link previews and search engines read of a page: Open Graph, Twitter card and JSON-LD. */
export function PageMeta({ facts, config }: { facts: MetaFacts; config: SiteConfig }) {
  const { twitter } = config.social
  const image = `https://${config.domain}${facts.socialImage}`
  const isHome = facts.path === '/'
  const title = facts.title || config.name
  return (
    <>
      <meta property="og:type" content={isHome ? 'website' : 'article'} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(PICTURE.width)} />
      <meta property="og:image:height" content={String(PICTURE.height)} />
      <meta property="og:image:alt" content={title} />
      {!isHome && <ArticleTimes facts={facts} />}
      <meta name="author" content={facts.author} />
      <meta name="twitter:card" content="summary_large_image" />
      {twitter && <meta name="twitter:site" content={`@${twitter.replace(/^@/, '')}`} />}
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={facts.description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={title} />
      <DataBlock data={structuredData({ ...facts, socialImage: image }, config)} />
    </>
  )
}

function ArticleTimes({ facts }: { facts: PageFacts }) {
  return (
    <>
      <meta property="article:published_time" content={isoTime(facts.publishedTime)} />
      <meta property="article:modified_time" content={isoTime(facts.lastEditedTime)} />
    </>
  )
}

/** Data, and no script: browsers run nothing of this type, so that no policy needs to allow it. */
function DataBlock({ data }: { data: object }) {
  // No sign of markup is left as it is: no text can end the element or begin another.
  const json = JSON.stringify(data).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
