import type { PageFacts } from '../../../site/pages/page-facts.ts'
import type { PageLinkView } from '../../../site/pages/page-model.ts'

/** A page as machines are told of it. */
export interface MetaFacts extends PageFacts {
  /** Path of the picture for previews, with the hash of what it shows. */
  socialImage: string
  /** From the root page down to the parent page. */
  breadcrumbs: PageLinkView[]
}

/** What machines are told of a list of pages. */
export interface ListFacts {
  title: string
  description: string
  /** The list's own path, encoded. */
  href: string
  /** What stands above it, behind the start page. */
  above?: { title: string; href: string }[]
}
