import type { Description } from './description.ts'

/** The tables of the search index; see `descriptions.ts`. */
export const searchDescriptions: Record<string, Description> = {
  search_index: {
    about: 'The version of the search index. One row.',
    columns: {
      id: 'always 1',
      tokenizer: 'version of the tokenizer; a sync rebuilds an index of another version',
      generation: 'publication that the index belongs to'
    }
  },
  search_page: {
    about: 'The names of each page: what a search finds it by, apart from its text.',
    columns: {
      number: 'number of the page in the index, unchanged as long as the page exists',
      page_id: 'id of the page',
      title: 'title',
      aliases:
        'JSON list of its other names: the property `Aliases`, `Alias`, `Also known as` or `別名`, former titles, words of all its paths, and its kana in Latin letters',
      headings: 'JSON list of its headings',
      tags: 'JSON list of the options of its select, multi-select and status properties'
    }
  },
  search_called: {
    about: 'The complete names of each page, for exact matches.',
    columns: {
      name: 'title or other name, folded to its letters and digits',
      page_number: '`number` in `search_page`',
      is_title: '1 for the title'
    }
  },
  search_name: {
    about:
      'Full-text index (FTS5) of `search_page`, by `number`. It stores folded words without the text: query it with `match` and read the names in `search_page`.',
    columns: {
      title: 'words of the title; pairs of letters for scripts without spaces',
      alias: 'words of the other names',
      heading: 'words of the headings',
      tag: 'words of the tags'
    }
  },
  former_title: {
    about: 'The former titles of pages. Those of removed pages are not kept.',
    columns: {
      page_id: 'id of the page',
      title: 'former title',
      last_seen_at: 'time of the publication that replaced the title'
    }
  },
  search_section: {
    about: 'The text of each page in sections, from one heading to the next.',
    columns: {
      id: '`page_number` × 1,024 + position of the section on the page, from 0',
      page_number: '`number` in `search_page`',
      heading: 'heading; empty for the text before the first heading',
      anchor: "the heading's id in the page: the part of its address after `#`",
      text: 'text, one line per block; the first section includes the property values of a row'
    }
  },
  search_text: {
    about:
      'Full-text index (FTS5) of `search_section`, by `id`. It stores folded words without the text: query it with `match` and read the text in `search_section`.',
    columns: {
      head: 'words of the title and the heading; in the first section also of the other names',
      body: 'words of the text; pairs of letters for scripts without spaces',
      whole: 'names such as `minecraft:stone_sword` as one word, with `·` in place of punctuation'
    }
  }
}
