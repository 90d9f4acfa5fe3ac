import type { Description } from './description.ts'
import { searchDescriptions } from './search-descriptions.ts'

const pageOf = (what: string) => ({
  page_id: `the page${what}`,
  path: 'its path',
  title: 'its title'
})

/** The tables of the mirror: what `fansite tables` and `MIRROR.md` tell of them. */
export const tableDescriptions: Record<string, Description> = {
  mirror: {
    about: 'Which workspace the file mirrors, and what was published last. One row.',
    columns: {
      id: 'always 1',
      root_page_id: 'the page at `/`',
      space_id: 'the space of the workspace',
      generation: 'grows by one with every publication',
      published_at: 'when it was published',
      digest:
        'sha256 of the rules it was made by and of its root page; another value asks for another publication',
      path_rules: 'sha256 of the configuration that paths depend on',
      pages: 'how many pages it holds',
      blocks: 'how many blocks, pages among them',
      rows: 'how many pages stand in a collection',
      collections: 'how many collections',
      assets: 'how many files, by source address'
    }
  },
  block: {
    about:
      'Every block of the site, pages and the rows of collections among them, as Notion has it.',
    columns: {
      id: 'its id',
      type: "Notion's name for what it is, such as `page`, `text`, `to_do`, `image`",
      title: 'its text without marks; mentions are written out',
      content: 'JSON list of the ids of the blocks in it, in order',
      parent_id: 'the block, collection, space or team that it stands in',
      parent_table: '`block`, `collection`, `space` or `team`',
      space_id: 'the space it belongs to; null in old records',
      page_id: 'the page that holds it; of a page its own id; null when no page of the mirror does',
      page_icon: 'emoji, or source address of a picture',
      collection_id: 'the collection that it shows',
      view_ids: 'JSON list of the views that it shows',
      version: "Notion's number, which grows with every edit",
      created_time: 'when it was made',
      last_edited_time: 'when it was edited last; of a page also when a block of it was',
      raw: 'the whole record as the workspace sent it, less private fields; JSON'
    }
  },
  page: {
    about: 'A page of the site: a block with an address.',
    columns: {
      id: 'the block',
      path: 'its address on the site; `/` is the root page',
      slug: 'the readable part of the path',
      title: 'its title',
      parent_page_id: 'the page above it; null for the root, and for pages that only links lead to',
      collection_id: 'the collection whose row it is, or null',
      depth: 'steps below the root page',
      position: 'place in the order of the site: parents before children, siblings as they stand',
      icon: 'emoji, or source address of a picture',
      cover: 'source address of a picture',
      text: 'what is written on it, a line for each block, then the values of a row',
      characters: 'how long that is',
      created_time: 'when it was made',
      last_edited_time: 'when it was edited last',
      digest:
        'sha256 of what stands on it; equal in two publications when that is. The pages before, after and linking to it do not count'
    }
  },
  page_path: {
    about:
      'Every path that a page has had; kept when the page was deleted, removed when it may not be seen any more.',
    columns: {
      page_id: 'the page, which may have been deleted',
      path: 'a path it had',
      first_seen_at: 'when a publication gave it this path',
      last_seen_at: 'when a publication took it away; null while it is the path'
    }
  },
  gone_page: {
    about:
      'Pages that an earlier publication had and that were deleted; pages that may not be seen any more are not listed.',
    columns: {
      id: 'the page',
      path: 'its last path',
      title: 'its last title',
      gone_at: 'when it left',
      reason: 'why: `deleted`, `missing`, or `unreachable` when nothing leads to it'
    }
  },
  collection: {
    about: 'A database of the workspace.',
    columns: {
      id: 'its id',
      name: 'its name',
      icon: 'emoji, or source address of a picture',
      parent_id: 'the block that owns it',
      version: "Notion's number, which grows with every edit of the schema",
      view_name: 'the view of the mirror that has its rows, with a column for each property',
      raw: 'the whole record; JSON'
    }
  },
  collection_property: {
    about: 'The schema of collections: a row for each property.',
    columns: {
      collection_id: 'the collection',
      property_id: "Notion's id of it; `title` for the title",
      name: 'its name',
      type: 'its type, such as `text`, `select`, `relation`, `formula`',
      options: 'JSON list of the options of a select, multi_select or status',
      position: 'place in the schema',
      column_name:
        'the column of the view of the collection; of a date there are two, with `_start` and `_end`'
    }
  },
  collection_view: {
    about:
      'The views of collections as the workspace has them: tables, boards, galleries and others.',
    columns: {
      id: 'its id',
      collection_id: 'the collection that it shows',
      type: '`table`, `board`, `gallery`, `list`, `calendar`, `timeline` or another',
      name: 'its name',
      parent_id: 'the block that it stands in',
      version: "Notion's number, which grows with every edit",
      raw: 'the whole record with filters and sorts; JSON'
    }
  },
  collection_view_group: {
    about: 'The groups of a view, in order; a view without groups has one, with value null.',
    columns: {
      view_id: 'the view',
      position: 'place in the view',
      value: 'JSON `{type, value?}` that the rows have in common; no `value` for those without one',
      subgroup: 'the same for the group within the group, or null',
      is_hidden: 'whether the view hides the group',
      total: 'how many rows the workspace counts in it'
    }
  },
  collection_view_row: {
    about: 'The rows of a view, by group and in the order of the view.',
    columns: {
      view_id: 'the view',
      group_position: 'the group',
      position: 'place in the group',
      block_id: 'the row'
    }
  },
  property_value: {
    about:
      'Every value of every property of every row: a row here for each option, page, person or file that it lists. Rollups and formulas are computed from the mirror.',
    columns: {
      page_id: 'the row',
      collection_id: 'its collection',
      property_id: 'the property',
      position: 'place in the list; 0 for what has one value',
      type: 'the type of the property',
      text: 'the value in words: text, option, address, name of a file, title of a related page',
      number: 'numbers; 0 or 1 for a checkbox; of dates and times the instant',
      target_id: 'the page of a relation, mirrored or not, or the person',
      url: 'the address of a url, or the source address of a file',
      is_computed: 'whether it was computed here',
      problem:
        'why a rollup or formula has no value or not all of it, or that what was sent does not fit the type'
    }
  },
  date_value: {
    about: 'Each date of a property, and each that is mentioned in a text.',
    columns: {
      block_id: 'the row or the block',
      property_id: 'the property; `title` for the text of a block',
      position: 'place among the dates of the property',
      type: '`date`, `datetime`, `daterange` or `datetimerange`',
      start_date: '`YYYY-MM-DD`, as written',
      start_time: '`HH:MM`, as written',
      end_date: '`YYYY-MM-DD`, as written',
      end_time: '`HH:MM`, as written',
      time_zone: 'name of the time zone that the times are in; null for that of the site',
      start_at: 'the instant it begins; a day begins at midnight in the time zone of the site',
      end_at:
        'the instant it ends; of days the midnight after the last one, of a time alone the same as `start_at`'
    }
  },
  link: {
    about: 'Each link that a block makes.',
    columns: {
      block_id: 'the block that makes it',
      position: 'place among the links of the block',
      kind: '`sub_page`, `mention`, `text_link`, `relation`, `synced`, `alias`, `bookmark` or `embed`',
      page_id: 'the page on which it stands',
      target_id: 'the page or block that it names, mirrored or not; null for an address elsewhere',
      target_page_id: 'the page of the site that it leads to; null when there is none',
      url: 'the address, where it is written as one',
      text: 'the words that are the link'
    }
  },
  user: {
    about: 'People whom records name.',
    columns: {
      id: 'their id',
      name: 'their name; empty when the workspace knows only an e-mail address',
      avatar: 'source address of their picture'
    }
  },
  asset: {
    about: 'Files of the site, whose bytes stand in `assets/` beside the mirror.',
    columns: {
      source: 'the address as records have it',
      hash: 'sha256 of the bytes; the name of the file in `assets/`',
      media_type: 'what it is, judged by its bytes',
      size: 'bytes',
      width: 'pixels; null for what is no picture',
      height: 'pixels',
      preview: 'a small preview as a `data:` address'
    }
  },
  ...searchDescriptions,
  table_digest: {
    about:
      'What each table held when it was published: `fansite check` compares it with what it holds.',
    columns: {
      table_name: 'the table',
      rows: 'how many rows it had',
      digest: 'exclusive or of the sha256 of each, as a list in JSON'
    }
  },
  sync_run: {
    about: 'Each sync that came to its end within a year.',
    columns: {
      id: 'number of the run',
      generation: 'what the mirror held after it',
      is_published: 'whether it published; 0 when nothing had changed',
      started_at: 'when it began',
      finished_at: 'when it had read everything',
      requests: 'calls of the workspace',
      account:
        'JSON: what was stored, what was not and why (OPERATIONS.md lists the keys); in full for the newest run, without titles for earlier ones that failed, as counts for the rest',
      exit_code: 'what the command ended with'
    }
  }
}

/** The views that every mirror has. Their times are words in UTC, `YYYY-MM-DD HH:MM:SS`. */
export const viewDescriptions: Record<string, Description> = {
  pages: {
    about: 'The pages of the site with what stands above them.',
    columns: {
      id: 'the page',
      path: 'its path',
      slug: 'the readable part of the path',
      title: 'its title',
      parent_id: 'the page above it',
      parent_path: 'and its path',
      collection_id: 'the collection whose row it is',
      collection: 'and its name',
      depth: 'steps below the root page',
      position: 'place in the order of the site',
      icon: 'emoji, or source address of a picture',
      cover: 'source address of a picture',
      created: 'when it was made',
      last_edited: 'when it was edited last',
      reached_from: 'the page above it, else one that links to it'
    }
  },
  page_text: {
    about: 'What is written on each page.',
    columns: {
      ...pageOf(''),
      text: 'its text, a line for each block',
      characters: 'how long that is'
    }
  },
  backlinks: {
    about: 'Which pages link to a page.',
    columns: {
      ...pageOf(' that is linked to'),
      kind: 'what makes the link, as in `link`',
      from_page_id: 'the page that links',
      from_path: 'its path',
      from_title: 'its title',
      block_id: 'the block that makes the link'
    }
  },
  broken_links: {
    about: 'Links to pages and blocks that the mirror has not.',
    columns: {
      ...pageOf(' that links'),
      kind: 'what makes the link, as in `link`',
      block_id: 'the block that makes it',
      target_id: 'what it names',
      url: 'the address, where it is written as one',
      text: 'the words that are the link',
      reason: 'why the page is gone, where it was there once',
      gone_title: 'and its title'
    }
  },
  orphan_pages: {
    about:
      'Pages that no other page mentions, links to or relates to; standing below one does not count.',
    columns: { ...pageOf(''), parent_id: 'the page above it' }
  },
  recent_changes: {
    about: 'What has happened to pages.',
    columns: {
      change: '`edited`, `created`, `moved` to another path, or `gone`',
      ...pageOf(''),
      at: 'when, UTC milliseconds',
      at_utc: 'when, in words'
    }
  },
  date_values: {
    about: 'The dates of `date_value` with their pages and properties.',
    columns: {
      ...pageOf(''),
      block_id: 'the row or the block',
      property: 'name of the property; null for a date in a text',
      type: '`date`, `datetime`, `daterange` or `datetimerange`',
      start_date: '`YYYY-MM-DD`, as written',
      start_time: '`HH:MM`, as written',
      end_date: '`YYYY-MM-DD`, as written',
      end_time: '`HH:MM`, as written',
      time_zone: 'name of the time zone that the times are in',
      start_utc:
        'the instant it begins, in words; a day begins at midnight of its time zone, or of the site',
      end_utc:
        'the instant it ends, in words: of a day, the midnight after it; null behind the year 9999',
      start_at: 'the instant it begins, UTC milliseconds',
      end_at: 'the instant it ends, UTC milliseconds'
    }
  },
  property_values: {
    about: 'The values of `property_value` with the names of pages, collections and properties.',
    columns: {
      ...pageOf(' that is the row'),
      collection: 'name of its collection',
      property: 'name of the property',
      type: 'its type',
      position: 'place in the list',
      text: 'the value in words',
      number: 'the value as a number',
      target_id: 'the page or person that it names',
      url: 'its address',
      is_computed: 'whether it was computed here',
      problem: 'why it has no value, or not all of it'
    }
  }
}
