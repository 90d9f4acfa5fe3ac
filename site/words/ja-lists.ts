import type { listWords as english } from './en-lists.ts'

/** Words of the lists of pages and tags. */
export const listWords: typeof english = {
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
  lastSync: 'ワークスペースと最後に照合した日時:',
  pages: (count) => `${count}ページ`,
  range: (from, to, total) => `${total}件中${from}〜${to}件`
}
