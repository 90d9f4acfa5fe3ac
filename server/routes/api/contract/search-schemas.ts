import { z } from 'zod'

const range = z.tuple([z.int(), z.int()])
const Snippet = z.object({ text: z.string(), ranges: z.array(range) })
const facet = z.object({ value: z.string(), name: z.string(), pages: z.int() })

const sectionFields = { section: z.string(), anchor: z.string().nullable(), snippet: Snippet }

const SearchResult = z
  .object({
    id: z.string().meta({ description: 'UUID of the page' }),
    isNavigable: z.literal(true),
    score: z.number().meta({ description: 'comparable within one answer only' }),
    highlight: z
      .object({ pathText: z.string(), text: z.string() })
      .meta({ description: 'escaped HTML, for react-notion-x' }),
    path: z.string(),
    title: z.string(),
    titleRanges: z.array(range),
    above: z.array(z.string()).meta({ description: 'titles of the parents, from the root page' }),
    icon: z.string().nullable(),
    ...sectionFields,
    otherSections: z.array(z.object(sectionFields))
  })
  .meta({ id: 'SearchResult' })

export const SearchResults = z
  .object({
    results: z.array(SearchResult).meta({ description: 'best first' }),
    total: z.int(),
    isMore: z.boolean(),
    recordMap: z.object({ block: z.record(z.string(), z.unknown()) }),
    query: z.string(),
    isCut: z.boolean(),
    didYouMean: z.string().nullable(),
    facets: z.object({ collections: z.array(facet), tags: z.array(facet) })
  })
  .meta({ id: 'SearchResults' })

export const PageInfo = z
  .object({
    pageId: z.string(),
    title: z.string(),
    path: z.string(),
    url: z.string(),
    description: z.string(),
    image: z.string().nullable(),
    imageObjectPosition: z.string().nullable(),
    author: z.string(),
    authorImage: z.string().nullable(),
    detail: z.string(),
    createdTime: z.number(),
    lastEditedTime: z.number(),
    publishedTime: z.number()
  })
  .meta({ id: 'PageInfo' })
