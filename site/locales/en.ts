import { listMessages, queryMessages } from './en-lists.ts'
import { dataMessages } from './data/en-data.ts'
import { blockMessages } from './blocks/en-blocks.ts'
import { searchMessages } from './en-search.ts'
import { viewMessages } from './en-views.ts'

/** Messages of the page shell and of pages that are not from the workspace. */
const pageMessages = {
  skip: 'Skip to the content',
  siteNavigation: 'Site',
  menu: 'Menu',
  showMore: 'Show more',
  /** Before the title of a page with sub-pages in the tree. */
  branch: 'Sub-pages of',
  searchSite: 'Search the wiki',
  search: 'Search',
  searchFor: (query: string) => `Search: ${query}`,
  nothingFound: (query: string) => `Nothing was found for “${query}”. Try fewer or other words.`,
  searchNeedsScript: 'The search of this site needs JavaScript.',
  noSearchFiles: 'The search cannot be reached. Reload the page to try again.',
  themes: {
    system: 'Theme: system',
    light: 'Theme: light',
    dark: 'Theme: dark'
  },
  pageMenu: {
    title: 'This page',
    view: 'View as Markdown',
    copy: 'Copy as Markdown',
    share: 'Share',
    data: 'Data of this page',
    textSize: 'Text size',
    wideText: 'Wide text'
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    search: 'Search',
    close: 'Close',
    singleKeys: 'Shortcuts of a single key'
  },
  offline: {
    title: 'Read offline',
    lead: 'This browser keeps the pages that you read here, so that you can read them without a network.',
    needs: 'Keeping pages needs a script and an address that begins with https.',
    missing:
      'This page is not kept in this browser, and there is no network, or the site cannot be reached.',
    again: 'Try again',
    whole: 'The whole wiki',
    size: (pages: string, size: string) =>
      `All ${pages} pages with their pictures and the search by name: about ${size}.`,
    room: (size: string) => `This browser has room for about ${size}.`,
    keep: 'Keep this wiki offline',
    remove: 'Remove it',
    progress: (done: string, total: string) => `${done} of ${total} files are kept.`,
    kept: 'The whole wiki is kept, and follows its changes.',
    full: 'The browser has no room for the rest.',
    unreachable: 'The rest follows when the site can be reached.',
    read: 'Pages that you have read'
  },
  community: 'Community',
  communityLinks: {
    chat: 'Chat',
    download: 'Download page',
    videos: 'Videos',
    newsletter: 'Newsletter'
  },

  breadcrumbs: 'Breadcrumbs',
  languages: 'Languages',
  onThisPage: 'On this page',
  subPages: 'Sub-pages',
  previousAndNext: 'Previous and next',
  previous: 'Previous',
  next: 'Next',
  relatedPages: 'Related pages',
  linksHere: 'What links here',
  lastEdited: 'Last edited ',
  created: ', created ',

  toStart: 'To the start page',
  notFound: 'Page not found',
  /** Text before and after the path. */
  noPageAt: ['There is no page at ', '. It may have been renamed or removed.'],
  gone: 'This page was removed',
  /** Text before and after the path; the title may be unknown. */
  wasAt: (title: string) => [
    title
      ? `The page “${title}” was removed. Its address was `
      : 'A page was removed. Its address was ',
    '.'
  ],
  similarPages: 'Pages with a similar name',
  noSimilarPages: 'No page here has a similar name.',
  isPrepared: (site: string) => `${site} is being prepared`,
  errorTitle: (status: number) => `Error ${status}`,
  cannotAnswer: 'This request cannot be answered',
  wentWrong: 'Something went wrong here',
  /** By error code, for errors with a message of their own. */
  errors: {
    bad_request: 'The address is not valid on this site.',
    not_found: 'There is nothing at this address.',
    method_not_allowed: 'This address can only be read.',
    page_failed: 'This page cannot be shown at the moment. Other pages are available.',
    page_late:
      'This page takes too long at the moment; try again later. Other pages are available.',
    busy: 'Too many large pages are being requested; try again in a moment.',
    malformed_address: 'This address is incomplete or mistyped: it is not valid UTF-8.',
    search_not_ready: 'The search is not ready yet. Try again in a moment.',
    mirror_unreadable: 'The pages cannot be read at the moment; the server log has the reason.',
    other: 'The server made an error. Try again in a moment.'
  }
}

/** All messages in English; numbers are formatted for `language`. */
export function english(language: string) {
  const { format: written } = new Intl.NumberFormat(language)
  const rules = new Intl.PluralRules('en')
  const counted = (count: number, one: string, other: string) =>
    `${written(count)} ${rules.select(count) === 'one' ? one : other}`
  return {
    ...pageMessages,
    ...blockMessages,
    ...viewMessages,
    lists: listMessages,
    query: queryMessages,
    data: dataMessages,
    finder: searchMessages,
    /** `isMore` means that `count` is a lower bound. */
    found: (query: string, count: number, isMore: boolean) =>
      `${isMore ? 'More than ' : ''}${counted(count, 'page', 'pages')} for “${query}”`,
    /** Results without the filter, if a filter left none. */
    foundElsewhere: (count: number, isMore: boolean) =>
      `${isMore ? 'More than ' : ''}${counted(count, 'page', 'pages')} without the filter`,
    moreLinks: (count: number, isOpenEnded: boolean) =>
      isOpenEnded ? `and ${written(count)} or more` : `and ${written(count)} more`,
    firstSync: (seconds: number) =>
      'The first sync has not been completed yet: it copies the pages from their workspace, which ' +
      'takes from a few seconds to some minutes once it runs. ' +
      `This page looks again every ${written(seconds)} seconds.`,
    andMore: (count: number) => `and ${written(count)} more`,
    missingPages: (count: number) =>
      count === 1 ? 'a page that is not here' : `${written(count)} pages that are not here`,
    someRows: (total: number, whole: number) => `${written(total)} of ${written(whole)}`,
    showAllRows: (whole: number) => `Show all ${written(whole)}`,
    previousRows: (count: number) => `Previous ${written(count)}`,
    nextRows: (count: number, whole: number) => `Next ${written(count)} of ${written(whole)}`,
    rowRange: (range: { from: number; to: number; whole: number }) =>
      `${written(range.from)}–${written(range.to)} of ${written(range.whole)}`,
    /** Announced when rows are replaced in place: matching rows, total and first row. */
    viewStatus: (
      name: string,
      rows: { total: number; whole: number; from: number | undefined }
    ) => {
      const { total, whole, from } = rows
      const count = counted(whole, 'row', 'rows')
      const place = from === undefined ? '' : `, from row ${written(from)}`
      return `${name}: ${total === whole ? count : `${written(total)} of ${count}`}${place}`
    }
  }
}

/** All messages of the interface; each locale defines all of them. */
export type Messages = ReturnType<typeof english>
