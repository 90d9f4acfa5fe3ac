import type { Messages } from './en.ts'
import { listMessages, queryMessages } from './ja-lists.ts'
import { dataMessages } from './data/ja-data.ts'
import { blockMessages } from './blocks/ja-blocks.ts'
import { searchMessages } from './ja-search.ts'
import { viewMessages } from './ja-views.ts'

const pageMessages = {
  skip: '本文へ移動',
  siteNavigation: 'サイト',
  menu: 'メニュー',
  showMore: 'もっと見る',
  branch: 'サブページ：',
  searchSite: 'ウィキを検索',
  search: '検索',
  searchFor: (query: string) => `検索: ${query}`,
  nothingFound: (query: string) =>
    `「${query}」は見つかりませんでした。言葉を減らすか、別の言葉で試してください。`,
  searchNeedsScript: 'このサイトの検索には JavaScript が必要です。',
  noSearchFiles: '検索に接続できません。ページを再読み込みしてください。',
  themes: {
    system: 'テーマ: 端末の設定',
    light: 'テーマ: ライト',
    dark: 'テーマ: ダーク'
  },
  pageMenu: {
    title: 'このページ',
    view: 'マークダウンで表示',
    copy: 'マークダウンをコピー',
    share: '共有',
    data: 'このページのデータ',
    textSize: '文字の大きさ',
    wideText: '幅を広げる'
  },
  shortcuts: {
    title: 'キーボードショートカット',
    search: '検索',
    close: '閉じる',
    singleKeys: '1つのキーのショートカット'
  },
  offline: {
    title: 'オフラインで読む',
    lead: 'ここで読んだページはこのブラウザーに保存され、ネットワークがなくても読めます。',
    needs: '保存には、スクリプトと https で始まるアドレスが必要です。',
    missing:
      'このページはこのブラウザーに保存されていません。ネットワークがないか、サイトに接続できません。',
    again: 'もう一度試す',
    whole: 'ウィキ全体',
    size: (pages: string, size: string) => `画像と名前の検索を含む全${pages}ページ：約${size}。`,
    room: (size: string) => `このブラウザーの空きは約${size}です。`,
    keep: 'このウィキをオフラインに保存',
    remove: '削除する',
    progress: (done: string, total: string) => `${total}件中${done}件を保存しました。`,
    kept: 'ウィキ全体が保存されています。変更も反映されます。',
    full: 'ブラウザーに残りを保存する空きがありません。',
    unreachable: 'サイトに接続できるようになったら、残りを保存します。',
    read: '読んだページ'
  },
  community: 'コミュニティ',
  communityLinks: {
    chat: 'チャット',
    download: 'ダウンロードページ',
    videos: '動画',
    newsletter: 'ニュースレター'
  },

  breadcrumbs: 'パンくずリスト',
  languages: '言語',
  onThisPage: 'このページの内容',
  subPages: 'サブページ',
  previousAndNext: '前後のページ',
  previous: '前へ',
  next: '次へ',
  relatedPages: '関連ページ',
  linksHere: 'このページへのリンク',
  lastEdited: '最終更新 ',
  created: '、作成 ',

  toStart: 'トップページへ',
  notFound: 'ページが見つかりません',
  noPageAt: ['', ' にページはありません。名前が変わったか、削除された可能性があります。'],
  gone: 'このページはなくなりました',
  wasAt: (title: string) => [
    '',
    title ? ` にあったページ「${title}」は削除されました。` : ' にあったページは削除されました。'
  ],
  similarPages: '名前の似たページ',
  noSimilarPages: '似た名前のページはありません。',
  isPrepared: (site: string) => `${site}は準備中です`,
  errorTitle: (status: number) => `エラー ${status}`,
  cannotAnswer: 'この要求には応えられません',
  wentWrong: '問題が発生しました',
  errors: {
    bad_request: 'このアドレスは、このサイトでは解釈できません。',
    not_found: 'このアドレスには何もありません。',
    method_not_allowed: 'このアドレスは読み取り専用です。',
    page_failed: '現在このページは表示できません。ほかのページは表示できます。',
    page_late:
      '現在このページの表示に時間がかかっています。しばらくしてからもう一度お試しください。ほかのページは表示できます。',
    busy: '大きなページへのアクセスが集中しています。少し待ってからもう一度お試しください。',
    malformed_address:
      'アドレスに読めない文字が含まれています。全体が正しくコピーされているか確認してください。',
    search_not_ready:
      '検索はまだ準備中です。ページは表示できます。少し待ってからもう一度お試しください。',
    mirror_unreadable: '現在ページを読み込めません。原因はサーバーのログにあります。',
    other: 'サーバー側の問題です。少し待ってからもう一度お試しください。'
  }
}

/** All messages in Japanese; numbers are formatted for `language`. */
export function japanese(language: string): Messages {
  const { format: written } = new Intl.NumberFormat(language)
  return {
    ...pageMessages,
    ...blockMessages,
    ...viewMessages,
    lists: listMessages,
    query: queryMessages,
    data: dataMessages,
    finder: searchMessages,
    found: (query, count, isMore) =>
      `「${query}」の検索結果: ${written(count)}ページ${isMore ? '以上' : ''}`,
    foundElsewhere: (count, isMore) =>
      `絞り込みなしで検索: ${written(count)}ページ${isMore ? '以上' : ''}`,
    moreLinks: (count, isOpenEnded) =>
      isOpenEnded ? `ほか${written(count)}件以上` : `ほか${written(count)}件`,
    firstSync: (seconds) =>
      '最初の同期がまだ終わっていません。ワークスペースからのページのコピーには、数秒から数分かかります。' +
      `このページは${written(seconds)}秒ごとに自動で確認します。`,
    andMore: (count) => `ほか${written(count)}件`,
    missingPages: (count) => `ここにないページ${written(count)}件`,
    someRows: (total, whole) => `${written(whole)}件中${written(total)}件`,
    showAllRows: (whole) => `全${written(whole)}件を表示`,
    previousRows: (count) => `前の${written(count)}件`,
    nextRows: (count, whole) => `次の${written(count)}件（全${written(whole)}件）`,
    rowRange: ({ from, to, whole }) => `${written(from)}–${written(to)} / ${written(whole)}`,
    viewStatus: (name, { total, whole, from }) => {
      const count = `${written(whole)}件`
      const place = from === undefined ? '' : `、${written(from)}件目から`
      return `${name}: ${total === whole ? count : `${count}中${written(total)}件`}${place}`
    }
  }
}
