import type { Description } from './description.ts'
import { searchDescriptions } from './search-descriptions.ts'

/** The tables of the mirror, as `fansite tables` and `docs/mirror.md` describe them. */
export const tableDescriptions: Record<string, Description> = {
  mirror: {
    about: 'The mirrored workspace and its last publication. One row.',
    columns: {
      id: 'always 1',
      root_page_id: 'id of the page at `/`',
      space_id: "id of the space, as Notion's API calls a workspace",
      generation: 'number of the last publication; each publication adds one',
      published_at: 'time of the last publication',
      digest:
        'sha256 of the root page, the space, the configuration keys that the mirror depends on, and the version of its contents; if it differs, a sync publishes everything again',
      path_rules:
        'sha256 of the configuration keys that paths depend on; if it differs, the server warns',
      pages: 'number of pages',
      blocks: 'number of blocks, pages included',
      rows: 'number of collection rows',
      collections: 'number of collections',
      assets: 'number of files, counted by source URL'
    }
  },
  block: {
    about: 'The blocks of the site, including pages and rows of collections.',
    columns: {
      id: 'block id',
      type: "Notion's type, such as `page`, `text`, `to_do` or `image`",
      title: 'plain text of the block, with the names of mentioned pages and people',
      content: 'JSON list of the ids of its child blocks, in order',
      parent_id: 'id of the parent',
      parent_table: 'kind of the parent: `block`, `collection`, `space` or `team`',
      space_id: 'id of the space; null in old records',
      page_id:
        'id of the page that contains the block; for a page its own id; null if no mirrored page contains it',
      page_icon: 'emoji, or source URL of an image',
      collection_id: 'id of the collection that the block shows',
      view_ids: 'JSON list of the ids of the collection views that the block shows',
      version: "Notion's version number, which grows with every edit",
      created_time: 'time of creation',
      last_edited_time: 'time of the last edit; for a page this includes edits of the blocks on it',
      raw: 'the whole record from the workspace without private fields; JSON'
    }
  },
  page: {
    about: 'The pages of the site: blocks with a path.',
    columns: {
      id: 'id of the page, which is its block id',
      path: 'path on the site; `/` is the root page',
      slug: 'readable part of the path, without the id',
      title: 'title',
      parent_page_id:
        'id of the parent page; null for the root page and for pages that are only linked to',
      collection_id: 'id of the collection if the page is a row, else null',
      depth: 'number of steps from the root page, which has 0',
      position: "position among all pages: parents before children, siblings in Notion's order",
      icon: 'emoji, or source URL of an image',
      cover: 'source URL of an image',
      text: 'text of the page, one line per block, followed by the property values of a row',
      characters: 'length of `text`',
      created_time: 'time of creation',
      last_edited_time: 'time of the last edit',
      spoiler:
        'the chapter that the page spoils, empty for a covered spoiler without a chapter; null for all other pages',
      digest:
        'sha256 of the content of the page, without links from other pages; unchanged as long as the content is'
    }
  },
  page_path: {
    about:
      'The current and former paths of pages. The paths of a deleted page are kept; those of a page that is no longer public are removed.',
    columns: {
      page_id: 'id of the page, which may have been deleted',
      path: 'path',
      first_seen_at: 'time of the publication that gave the page this path',
      last_seen_at: 'time of the publication that replaced the path; null for the current path'
    }
  },
  gone_page: {
    about:
      'Pages that were published and have been deleted since. Pages that are no longer public are not listed.',
    columns: {
      id: 'id of the page',
      path: 'last path',
      title: 'last title',
      gone_at: 'time of the publication that removed the page',
      reason: '`deleted`, `missing`, or `unreachable` if nothing links to the page any more'
    }
  },
  title_mention: {
    about:
      'The pages that titles mention or have mentioned, whose names are therefore in former titles and paths.',
    columns: {
      page_id: 'id of the page with the title, which may have been deleted',
      mentioned_id:
        'id of the mentioned page; empty for a page with former names of which an older fansite did not record this'
    }
  },
  collection: {
    about: 'The collections of the site.',
    columns: {
      id: 'collection id',
      name: 'name',
      icon: 'emoji, or source URL of an image',
      parent_id: 'id of the block that contains the collection',
      version: "Notion's version number, which grows with every edit of the schema",
      view_name: 'name of the SQL view with the rows of this collection, one column per property',
      raw: 'the whole record without private fields; JSON'
    }
  },
  collection_property: {
    about: 'The schemas of the collections: one row per property.',
    columns: {
      collection_id: 'id of the collection',
      property_id: "Notion's property id; `title` for the title",
      name: 'name',
      type: 'type, such as `text`, `select`, `relation` or `formula`',
      options: 'JSON list of the options of a select, multi_select or status property',
      position: 'position in the schema',
      column_name:
        'column in the SQL view of the collection; a date has two, ending in `_start` and `_end`'
    }
  },
  collection_view: {
    about: 'The collection views: tables, boards, galleries and others.',
    columns: {
      id: 'collection view id',
      collection_id: 'id of the collection that the view shows',
      type: '`table`, `board`, `gallery`, `list`, `calendar`, `timeline` or another',
      name: 'name',
      parent_id: 'id of the block that contains the view',
      version: "Notion's version number, which grows with every edit",
      raw: 'the whole record without private fields, including filters and sorts; JSON'
    }
  },
  collection_view_group: {
    about:
      'The groups of each collection view. A view that is not grouped has one group, whose value is null; a form and a dashboard with widgets have none.',
    columns: {
      view_id: 'id of the collection view',
      position: 'position in the view',
      value:
        'JSON `{type, value?}`: the value that the rows share; without `value` if they have none',
      subgroup: 'the same for the subgroup, or null',
      is_hidden: 'whether the view hides the group',
      total: 'number of rows in the group according to the workspace'
    }
  },
  collection_view_row: {
    about: 'The rows of each collection view, in its groups and its order.',
    columns: {
      view_id: 'id of the collection view',
      group_position: 'position of the group',
      position: 'position in the group',
      block_id: 'id of the row'
    }
  },
  property_value: {
    about:
      'The property values of all rows. A property with several options, pages, people or files has one row for each.',
    columns: {
      page_id: 'id of the page that is the row',
      collection_id: 'id of its collection',
      property_id: 'id of the property',
      position: 'position in the list of values; 0 for a single value',
      type: 'type of the property',
      text: 'the value as text: text, option, URL, file name, or title of a related page',
      number: 'the value as a number; 0 or 1 for a checkbox; UTC milliseconds for a date or time',
      target_id: 'id of the related page (mirrored or not) or of the person',
      url: 'URL of a url property, or source URL of a file',
      is_computed: 'whether the value is a computed rollup or formula',
      problem:
        'why a rollup or formula has no value or only part of it, or why a received value does not fit the type'
    }
  },
  date_value: {
    about: 'The dates in properties, and the dates mentioned in texts.',
    columns: {
      block_id: 'id of the row or block',
      property_id: 'id of the property; `title` for a date mentioned in the text of a block',
      position: 'position among the dates of the property',
      type: '`date`, `datetime`, `daterange` or `datetimerange`',
      start_date: 'start date as written, `YYYY-MM-DD`',
      start_time: 'start time as written, `HH:MM`',
      end_date: 'end date as written, `YYYY-MM-DD`',
      end_time: 'end time as written, `HH:MM`',
      time_zone: 'time zone of the times; null for the time zone of the site',
      start_at: 'start, UTC milliseconds; a day starts at midnight in the time zone of the site',
      end_at:
        'end, UTC milliseconds; a day ends at the next midnight; equal to `start_at` for a single point in time'
    }
  },
  link: {
    about: 'The links in blocks and properties.',
    columns: {
      block_id: 'id of the block or row',
      position: 'position among the links of the block',
      kind: '`sub_page`, `mention`, `text_link`, `relation`, `synced`, `alias`, `bookmark` or `embed`',
      page_id:
        'id of the page that contains the block, null if no mirrored page contains it; of a `sub_page` link the parent page, null for the root page and for pages that are only linked to',
      target_id: 'id of the page or block linked to, mirrored or not; null for an external URL',
      target_page_id: 'id of the mirrored page that the link leads to, or null',
      url: 'the URL, if the link has one',
      text: 'text of a link in a text, or title of a mentioned address; null if it is the address itself, and for all other links, such as those of URL properties'
    }
  },
  user: {
    about: 'The people named in records.',
    columns: {
      id: 'user id',
      name: 'name; empty if the workspace only knows an e-mail address',
      avatar: 'source URL of the profile picture'
    }
  },
  asset: {
    about: 'The downloaded files of the site. Their bytes are in `assets/` beside the mirror.',
    columns: {
      source: 'source URL',
      hash: 'sha256 of the bytes, which names the file in `assets/`',
      media_type: 'media type detected from the bytes',
      size: 'size in bytes',
      width: 'width in pixels; null for a file that is not an image',
      height: 'height in pixels; null for a file that is not an image',
      preview: 'preview of a few pixels as a `data:` URL; null without one'
    }
  },
  ...searchDescriptions,
  table_digest: {
    about:
      'The digests of tables at their publication. `fansite check` compares them with the tables. Blocks are compared with their records, pages and the rows of views with the digests of pages, and `sync_run` with nothing.',
    columns: {
      table_name: 'name of the table',
      rows: 'number of rows',
      digest: 'XOR of the sha256 digests of all rows; each row is hashed as a JSON list'
    }
  },
  publication: {
    about:
      'The last 50 publications or fewer. A server keeps the pages that none of the later ones has changed.',
    columns: {
      generation: 'number of the publication',
      is_everything:
        '1 if any page may have changed; `change` then has no keys of this publication and no earlier ones',
      is_withdrawal: '1 if a page or the content of a page has left the site, or may have'
    }
  },
  change: {
    about: 'What these publications have changed.',
    columns: {
      generation: 'number of the publication',
      key: 'what has changed, such as `page:<id>` (the content of a page) or `name:<id>` (what a link to it shows); texts are hashed'
    }
  },
  sync_run: {
    about: 'The completed syncs of the last year.',
    columns: {
      id: 'number of the run',
      generation: 'generation of the mirror after the run',
      is_published: 'whether the run published changes; 0 if nothing had changed',
      started_at: 'start of the run',
      finished_at: 'time before the publication, when everything had been read',
      requests: 'number of requests to the workspace',
      account:
        'JSON report: stored records, missing records and the reasons (keys: docs/operations.md). Earlier runs keep only a part of it',
      exit_code: 'exit code of the run: 0 or 3'
    }
  }
}
