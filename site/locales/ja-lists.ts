import type { listMessages as english } from './en-lists.ts'

/** Messages of the lists of pages and tags. */
export const listMessages: typeof english = {
  allPages: 'すべてのページ',
  recentChanges: '最近の更新',
  tags: 'タグ',
  lists: 'ページの一覧',
  letters: '文字',
  signs: '数字と記号',
  parts: 'この一覧の部分',
  previous: '前へ',
  next: '次へ',
  newPage: '新規',
  changedPage: '更新',
  noTags: 'タグのついた行はまだありません。',
  noRows: 'このタグのついたページはありません。',
  aboutAllPages: (site, count) => `${site}の全${count}の一覧です。`,
  aboutChanges: (site) => `${site}で最近作成・更新されたページの一覧です。`,
  aboutTags: (site) => `${site}のタグと、それぞれのページ数の一覧です。`,
  aboutTag: (tag, count, titles) => `${tag}: ${count}(${titles}など)`,
  plainPages: 'ページ',
  asMarkdown: '各ページのアドレスの末尾に`.md`を付けると、Markdownで読めます。',
  feed: '更新のフィード',
  everyAddress: 'すべてのアドレス',
  asDatabase: 'ウィキ全体(SQLite)',
  lastSync: 'ワークスペースと最後に照合した日時:',
  pages: (count) => `${count}ページ`,
  range: ({ from, to, total, isMore }) => `${total}件${isMore ? '以上' : ''}中${from}〜${to}件`
}
