import type { SiteConfig } from '../../../site/config/config.ts'

/** Size of preview pictures, in pixels. */
const PICTURE = { width: 1200, height: 630 }

/** Open Graph and Twitter card, except for the tags that every head has (`Document`). */
export function PreviewMeta(props: {
  config: SiteConfig
  title: string
  description: string
  type: 'website' | 'article'
  /** Absolute address of the picture. */
  image: string
}) {
  const { config, title, description, type, image } = props
  const { twitter } = config.social
  return (
    <>
      <meta property="og:type" content={type} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(PICTURE.width)} />
      <meta property="og:image:height" content={String(PICTURE.height)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      {twitter && <meta name="twitter:site" content={`@${twitter.replace(/^@/, '')}`} />}
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={title} />
    </>
  )
}
