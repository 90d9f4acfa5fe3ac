import { z } from 'zod'

import { pageSorts } from '../../../../db/page/read-page-list.ts'
import {
  cursorParameter,
  generation,
  idParameter,
  limitParameter,
  nextCursor,
  time,
  wholeNumber
} from './common.ts'

const directions = pageSorts.flatMap((sort) => [sort, `-${sort}` as const])

/** How the text of a page is sent. */
const textFormats = ['none', 'markdown', 'html', 'blocks'] as const

export const PagesQuery = z.strictObject({
  parent: idParameter('only pages directly below this page').optional(),
  collection: idParameter('only rows of this collection').optional(),
  editedSince: wholeNumber
    .optional()
    .meta({ description: 'only pages edited at this time or later; UTC milliseconds since 1970' }),
  sort: z
    .enum(directions)
    .default('position')
    .meta({ description: 'order; `position` is that of the site, `-` reverses it' }),
  limit: limitParameter,
  cursor: cursorParameter
})

const listedFields = {
  id: z.string().meta({ description: 'UUID of the page' }),
  title: z.string().meta({ description: 'title; a covered spoiler is named by its chapter' }),
  path: z.string().meta({ description: 'path on the site' }),
  url: z.string().meta({ description: 'address of the page' }),
  icon: z.string().nullable().meta({ description: 'emoji; null without one' }),
  parentId: z.string().nullable().meta({ description: 'UUID of the parent page' }),
  collectionId: z
    .string()
    .nullable()
    .meta({ description: 'UUID of the collection whose row the page is' }),
  spoiler: z
    .string()
    .nullable()
    .meta({ description: 'chapter that the page spoils; null if it is not covered' }),
  createdTime: time('creation'),
  lastEditedTime: time('last edit')
}

const ListedPage = z.object(listedFields).meta({ id: 'ListedPage' })

export const PageList = z
  .object({
    generation,
    total: z.int().meta({ description: 'number of pages that match' }),
    nextCursor,
    pages: z.array(ListedPage)
  })
  .meta({ id: 'PageList' })

export const PageParams = z.object({
  page: z.string().meta({
    description: 'id of the page (32 hex digits or a UUID), or its path with `/` written as `%2F`'
  })
})

export const PageQuery = z.strictObject({
  text: z
    .enum(textFormats)
    .default('none')
    .meta({ description: 'form of the text that the answer contains' })
})

const PageBlock = z
  .object({
    id: z.string().meta({ description: 'UUID of the block' }),
    type: z.string().meta({ description: "Notion's type, such as `text` or `to_do`" }),
    parentId: z.string().meta({ description: 'UUID of the block or page that contains it' }),
    text: z.string().meta({ description: 'text without marks' }),
    record: z
      .looseObject({})
      .meta({ description: "record of the workspace, in Notion's form, without private fields" })
  })
  .meta({ id: 'Block' })

export const Page = z
  .object({
    ...listedFields,
    description: z.string().meta({ description: 'property `Description`, or the first words' }),
    author: z.string().meta({ description: 'property `Author`, or the author of the site' }),
    image: z.string().nullable().meta({ description: 'address of the picture for previews' }),
    publishedTime: time('property `Published`, or the creation'),
    markdown: z
      .string()
      .optional()
      .meta({ description: 'with `text=markdown`: front matter and text' }),
    html: z.string().optional().meta({
      description: 'with `text=html`: the text, with absolute addresses, without scripts and styles'
    }),
    blocks: z
      .array(PageBlock)
      .optional()
      .meta({ description: 'with `text=blocks`: the blocks of the page in reading order' }),
    isTruncated: z
      .boolean()
      .optional()
      .meta({ description: 'with `html` or `blocks`: whether the page has more' })
  })
  .meta({ id: 'Page' })
