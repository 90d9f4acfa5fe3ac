import type { Description } from './description.ts'

const pageOf = (which: string) => ({
  page_id: `id of the page${which}`,
  path: 'path of that page',
  title: 'title of that page'
})

/** The SQL views that every mirror has. Their instants are UTC text, `YYYY-MM-DD HH:MM:SS`. */
export const viewDescriptions: Record<string, Description> = {
  pages: {
    about: 'The pages of the site with their parents and collections.',
    columns: {
      id: 'id of the page',
      path: 'path',
      slug: 'readable part of the path',
      title: 'title',
      parent_id: 'id of the parent page',
      parent_path: 'path of the parent page',
      collection_id: 'id of the collection if the page is a row',
      collection: 'name of that collection',
      depth: 'number of steps from the root page',
      position: 'position among all pages, as in `page`',
      icon: 'emoji, or source URL of an image',
      cover: 'source URL of an image',
      created: 'time of creation, UTC text',
      last_edited: 'time of the last edit, UTC text',
      reached_from:
        'id of the parent page, or of a page that links to this one if it has no parent',
      created_time: 'time of creation',
      last_edited_time: 'time of the last edit; sorting by it is fast'
    }
  },
  page_text: {
    about: 'The text of each page.',
    columns: {
      ...pageOf(''),
      text: 'text, one line per block, followed by the property values of a row',
      characters: 'length of the text'
    }
  },
  backlinks: {
    about: 'The links from one page to another, by target.',
    columns: {
      ...pageOf(' linked to'),
      kind: 'kind of the link, as in `link`',
      from_page_id: 'id of the page with the link',
      from_path: 'path of the page with the link',
      from_title: 'title of the page with the link',
      block_id: 'id of the block with the link'
    }
  },
  broken_links: {
    about: 'The links whose target page or block is not in the mirror.',
    columns: {
      ...pageOf(' with the link'),
      kind: 'kind of the link, as in `link`',
      block_id: 'id of the block with the link',
      target_id: 'id of the missing page or block',
      url: 'the URL, if the link has one',
      text: 'text of the link, as in `link`',
      reason:
        '`not in the mirror`; for a page that was published before, its `reason` in `gone_page`',
      gone_title: 'last title of such a page'
    }
  },
  orphan_pages: {
    about:
      'The pages without a link, mention or relation from another page. A link from a parent to its sub-page does not count.',
    columns: { ...pageOf(''), parent_id: 'id of the parent page' }
  },
  recent_changes: {
    about: 'The edits, creations, moves and deletions of pages.',
    columns: {
      change: '`edited`, `created`, `moved` (to another path) or `gone`',
      ...pageOf(''),
      at: 'time of the change, UTC milliseconds',
      at_utc: 'time of the change, UTC text'
    }
  },
  date_values: {
    about: 'The dates of `date_value` with their pages and properties.',
    columns: {
      ...pageOf(''),
      block_id: 'id of the row or block',
      property: 'name of the property; null for a date in a text',
      type: '`date`, `datetime`, `daterange` or `datetimerange`',
      start_date: 'start date as written, `YYYY-MM-DD`',
      start_time: 'start time as written, `HH:MM`',
      end_date: 'end date as written, `YYYY-MM-DD`',
      end_time: 'end time as written, `HH:MM`',
      time_zone: 'time zone of the times; null for the time zone of the site',
      start_utc: 'start, UTC text; a day starts at midnight in the time zone of the site',
      end_utc: 'end, UTC text; a day ends at the next midnight; null after the year 9999',
      start_at: 'start, UTC milliseconds',
      end_at: 'end, UTC milliseconds'
    }
  },
  property_values: {
    about: 'The values of `property_value` with the names of pages, collections and properties.',
    columns: {
      ...pageOf(' that is the row'),
      collection: 'name of the collection',
      property: 'name of the property',
      type: 'type of the property',
      position: 'position in the list of values',
      text: 'the value as text',
      number: 'the value as a number',
      target_id: 'id of the related page or person',
      url: 'URL of a url property, or source URL of a file',
      is_computed: 'whether the value is a computed rollup or formula',
      problem: 'why there is no value, or only part of it'
    }
  }
}
