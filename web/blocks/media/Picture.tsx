import type { CSSProperties, ReactNode } from 'react'
import { preload } from 'react-dom'

import { hasVariants, variantFormats, variantSet } from '../../../site/addresses/image-variants.ts'
import type { ImageView } from '../../../site/pages/page-model.ts'
import { slotted } from '../../slots/Slot.tsx'
import { imageOf } from '../context/page-files.ts'
import { usePage } from '../context/page-context.ts'

/** The variant widths that are useful in each place, and the `sizes` attribute of the place. */
const places = {
  content: { widths: [320, 640, 960, 1280], sizes: '(min-width: 700px) 594px, 92vw' },
  wide: { widths: [320, 640, 1280, 1920, 2560], sizes: '(min-width: 1148px) 1084px, 92vw' },
  cover: { widths: [640, 1280, 1920, 2560], sizes: '(min-width: 1148px) 1116px, 100vw' },
  card: { widths: [160, 320, 640], sizes: '(min-width: 700px) 260px, 92vw' },
  file: { widths: [160, 320, 640], sizes: '(min-width: 1080px) 288px, 92vw' },
  icon: { widths: [96], sizes: '40px' }
}

interface PictureProps {
  /** The source address as in the record. */
  source: string
  owner: { id: string }
  alt: string
  place: keyof typeof places
  /** Above the fold: loaded eagerly. */
  isFirst?: boolean
  className?: string | undefined
  style?: CSSProperties | undefined
  /** Space reserved before it loads, in CSS pixels; by default the picture's own size. */
  size?: { width: number; height: number } | undefined
}

/** A responsive picture with its space reserved; renders nothing without an address (`imageOf`). */
export function Picture(props: PictureProps) {
  const context = usePage()
  const { source, owner, place } = props
  const { src, view } = imageOf(context, source, owner)
  if (!src) return null
  const own = renderPicture(props, { src, view })
  if (place === 'icon' || !context.slots?.has('Image')) return own
  const { alt, className, style, isFirst: priority = false, size = view } = props
  const [width, height] = [size?.width ?? undefined, size?.height ?? undefined]
  const blurDataURL = view?.preview ?? undefined
  const preview = { placeholder: blurDataURL ? ('blur' as const) : undefined, blurDataURL }
  const { sizes } = places[place]
  const shown = { src, alt, className, style, width, height, sizes, priority, ...preview }
  return slotted(context, { name: 'Image', props: shown, own })
}

function renderPicture(
  props: PictureProps,
  { src, view }: { src: string; view: ImageView | undefined }
): ReactNode {
  const { source, place, alt, className, isFirst = false } = props
  const size = props.size ?? { width: view?.width ?? undefined, height: view?.height ?? undefined }
  const sizes = view && hasVariants(view) ? sizesAt(place, isFirst) : undefined
  // React does this for pictures that it renders itself.
  if (isFirst && !sizes) preload(src, { as: 'image', fetchPriority: 'high' })
  const image = (
    <img
      {...{ src, className, sizes, ...size }}
      alt={alt}
      loading={isFirst ? undefined : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
      style={{ ...previewStyle(view), ...props.style }}
    />
  )
  if (!view || !sizes) return image
  const { widths } = places[place]
  return (
    <picture>
      {variantFormats.map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={variantSet(source, view, { format, widths })}
          sizes={sizes}
        />
      ))}
      {image}
    </picture>
  )
}

/** With `auto`, browsers use the layout width of a lazy picture, as in columns and cards. */
function sizesAt(place: keyof typeof places, isFirst: boolean): string {
  const { sizes } = places[place]
  // The width of small pictures follows from their height, which needs the picture's own size.
  const isMeasured = !isFirst && place !== 'icon' && place !== 'file'
  return isMeasured ? `auto, ${sizes}` : sizes
}

/**
 * The preview shown until the picture is loaded; a transparent picture has none, since it would
 * stay visible below.
 */
function previewStyle(view: ImageView | undefined): CSSProperties | undefined {
  return view?.preview && isOpaque(view.preview)
    ? { backgroundImage: `url(${view.preview})`, backgroundSize: 'cover' }
    : undefined
}

/** Whether a preview is opaque: of WebP's formats only `VP8 ` cannot have transparency. */
function isOpaque(preview: string): boolean {
  return /^data:image\/webp;base64,[\w+/]{16}VlA4I[\w+/=]*$/.test(preview)
}
