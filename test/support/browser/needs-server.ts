/** Whether `npm run test:static` runs: the tests of visitors then visit folders of files, not servers. */
export const isStatic = process.env['FANSITE_TEST_STATIC'] === '1'

/** Why a test of visitors cannot pass in a folder of files; see `docs/static.md`. */
export const reasons = {
  api: 'it asks the API of the server, which searches and lists',
  data: 'it opens the tables at `/_data`, or the mirror as one file',
  longView: 'it sorts or filters a view with more rows than a page shows',
  otherAddress:
    'it opens an address without a file, such as a misspelt path or a search without script',
  otherServer: 'it starts a server with other settings, or another one around it',
  reading: 'it reads what the server sends, or changes how that is sent',
  offline: 'it publishes again and ends the server; `offline/folder` tests the same of a folder',
  noSite: 'it visits no site'
} as const

/** Files of tests that need a server, below `test/browser/`. */
export const filesOnServer: Record<string, keyof typeof reasons> = {
  accessibility: 'reading',
  'painting/late-styles': 'reading',
  'painting/painting': 'reading',
  'packaged-chromium': 'noSite',
  'navigation/analytics': 'otherServer',
  'navigation/data-pages': 'data',
  'navigation/mounted': 'otherServer',
  'offline/interrupted': 'offline',
  'offline/keeping': 'offline',
  'offline/reading': 'offline',
  'offline/script-size': 'noSite',
  'search/names': 'api',
  'search/query': 'data',
  'search/search': 'api',
  'search/search-answers': 'api',
  'search/search-opening': 'api'
}
