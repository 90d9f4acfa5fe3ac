import type { QueryMessages, listMessages as english } from './en-lists.ts'

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

export const queryMessages: QueryMessages = {
  title: 'SQLの実行',
  tables: '表とビュー',
  about:
    'SQL文はブラウザーの中で実行されます。データベースのうち、SQL文が読む部分だけを取得します。データは変更できません。',
  needsScript: 'SQLはブラウザーの中で実行されるため、このページにはJavaScriptが必要です。',
  withoutScript: 'JavaScriptなしでも表は見られます：',
  statement: 'SQL文',
  hint: 'Ctrl+Enter（MacではCmd+Enter）で実行します。Tabでエディターから移動します。',
  run: '実行',
  cancel: '中止',
  running: '実行中…',
  cancelled: 'SQL文を中止しました。',
  result: '結果',
  rows: '行数',
  fetched: '取得量',
  pages: 'データベースのページ数',
  requests: 'リクエスト数',
  seconds: '秒',
  more: '最初の…行を表示しています',
  save: 'すべての行：',
  ask: [
    'このSQL文は',
    'を取得しましたが、まだ終わっていません。データベース全体（',
    '）まで取得する可能性があります。続けますか？'
  ],
  goOn: '続ける',
  mean: 'もしかして：…',
  newer: 'ウィキが新しく公開されました。',
  useNewer: '新しいデータベースを使う',
  faults: {
    offline: 'データベースに接続できません。接続を確認して、もう一度実行してください。',
    gone: 'このデータベースは提供されなくなりました。',
    notReady: 'サーバーがデータベースを準備しています。少し待ってから実行してください。',
    refused: 'サーバーがデータベースを送信しません。',
    changed: '同じアドレスのデータベースが変わりました。ページを読み込み直してください。',
    ranges: 'サーバーがファイルの一部を送信できず、データベース全体は大きすぎて取得できません。',
    noDatabase: 'このファイルはSQLiteのデータベースではありません。',
    notSent: 'サーバーがSQLiteを送信しません。ページを読み込み直してください。',
    notStarted: 'このブラウザではSQLiteを起動できません。WebAssemblyと十分なメモリが必要です。'
  }
}
