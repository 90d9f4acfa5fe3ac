import type { PageFacts } from '../../../site/pages/page-facts.ts'
import type { PageLinkView } from '../../../site/pages/page-model.ts'

/** The metadata of a page. */
export interface MetaFacts extends PageFacts {
  /** Path of the preview picture, with a hash of its content. */
  socialImage: string
  /** From the root page down to the parent page. */
  breadcrumbs: PageLinkView[]
  /** BCP 47 tag of the page's text. */
  language: string
  /** The page in all of its languages, itself among them; empty if there is only one. */
  translations: Translation[]
}

/** A page in one of its languages. */
export interface Translation {
  id: string
  path: string
  title: string
  /** BCP 47 tag. */
  language: string
}

/** The metadata of a list of pages. */
export interface ListFacts {
  title: string
  description: string
  /** The list's path, encoded. */
  href: string
  /** Breadcrumbs between the start page and the list. */
  above?: { title: string; href: string }[]
}
