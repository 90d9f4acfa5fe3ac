import type { Description } from './description.ts'

/** The tables of the search; see `descriptions.ts`. */
export const searchDescriptions: Record<string, Description> = {
  search_index: {
    about: 'Of which publication the index of the search is. One row.',
    columns: {
      id: 'always 1',
      tokenizer:
        'the version of what makes words of a text; an index of another version is made anew',
      generation: 'the publication'
    }
  },
  search_page: {
    about: 'What pages are found by beside their text.',
    columns: {
      number: 'of the page in the index; it stays while the page does',
      page_id: 'the page',
      title: 'its title',
      aliases:
        'its other names: of a property `Aliases`, `Also known as` or `別名`, its former titles, words of its paths of all times, and its kana in Latin letters; JSON list',
      headings: 'its headings; JSON list',
      tags: 'options of its select and multi-select properties, and its status; JSON list'
    }
  },
  search_called: {
    about: 'What pages are called: all their names as a whole.',
    columns: {
      name: 'a title or another name, folded, its letters and digits only',
      page_number: 'the page, as in `search_page`',
      is_title: '1 for its title'
    }
  },
  search_name: {
    about:
      'The full-text index over `search_page`, by its numbers. It has folded words and no text: ask it with `match`, and read the names there.',
    columns: {
      title: 'words of the title; of scripts without spaces, pairs of letters',
      alias: 'words of its other names',
      heading: 'words of its headings',
      tag: 'words of its tags'
    }
  },
  former_title: {
    about: 'What pages were called before; a page that left has none.',
    columns: {
      page_id: 'the page',
      title: 'a title it had',
      last_seen_at: 'when a publication gave it another one'
    }
  },
  search_section: {
    about: 'The text of pages, from one heading to the next.',
    columns: {
      id: 'the number of its page times 1,024, and its place in it from 0',
      page_number: 'the page, as in `search_page`',
      heading: 'the heading; empty for what stands above the first',
      anchor: "the heading's id in the page: the part of its address behind `#`",
      text: 'what is written there, block by block, one line each; above the first heading also the values of a row'
    }
  },
  search_text: {
    about:
      'The full-text index over `search_section`, by its ids. It has folded words and no text: ask it with `match`, and read the text there.',
    columns: {
      head: 'words of the title and the heading; in the first section also of other names',
      body: 'words of the text; of scripts without spaces, pairs of letters',
      whole: 'names such as `minecraft:stone_sword` as one word, with `·` for the signs in them'
    }
  }
}
