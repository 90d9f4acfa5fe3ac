import type { Description } from './description.ts'

/** The tables of the search index; see `descriptions.ts`. */
export const searchDescriptions: Record<string, Description> = {
  search_index: {
    about: 'The version of the search index. One row.',
    columns: {
      id: 'always 1',
      tokenizer: 'version of the tokenizer; a sync rebuilds an index of another version',
      generation: 'generation that the index belongs to'
    }
  },
  search_page: {
    about: 'The names of each page in the search index.',
    columns: {
      number: 'number of the page in the index, unchanged as long as the page exists',
      page_id: 'id of the page',
      title: 'title',
      aliases:
        'JSON list of its other names: its aliases (see docs/search.md), former titles, words of all its paths, and its kana in Latin letters',
      headings: 'JSON list of its headings',
      tags: 'JSON list of the options of its select, multi-select and status properties'
    }
  },
  search_called: {
    about: 'The names of each page for matches of the whole name.',
    columns: {
      name: 'title or other name: its letters and digits, without differences of case, width and accent',
      page_number: '`number` in `search_page`',
      is_title: 'whether the name is the title'
    }
  },
  search_name: {
    about:
      'Full-text index (FTS5) of `search_page`; its rowid is `number`. It stores no text: query it with `match` and read the names in `search_page`.',
    columns: {
      title: 'words of the title; pairs of letters in scripts without spaces',
      alias: 'words of the other names',
      heading: 'words of the headings',
      tag: 'words of the tags'
    }
  },
  former_title: {
    about: 'The former titles of the pages of the site.',
    columns: {
      page_id: 'id of the page',
      title: 'former title',
      last_seen_at: 'time of the publication that replaced the title'
    }
  },
  search_section: {
    about: 'The text of each page, divided into sections at its headings.',
    columns: {
      id: '`page_number` × 1,024 + position of the section on the page, from 0',
      page_number: '`number` in `search_page`',
      heading: 'heading; empty for the text before the first heading',
      anchor: 'fragment of the heading: the part of its URL after `#`',
      text: 'text, one line per block; the first section includes the property values of a row'
    }
  },
  search_text: {
    about:
      'Full-text index (FTS5) of `search_section`; its rowid is `id`. It stores no text: query it with `match` and read the text in `search_section`.',
    columns: {
      head: 'words of the title and the heading; in the first section also those of the other names',
      body: 'words of the text; pairs of letters in scripts without spaces',
      whole: 'names such as `minecraft:stone_sword` as one word, with `·` in place of punctuation'
    }
  }
}
