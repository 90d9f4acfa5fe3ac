import type { searchMessages as inEnglish } from './en-search.ts'

export const searchMessages: typeof inEnglish = {
  pages: '見つかったページ: …',
  morePages: '見つかったページ: …以上',
  allPages: '全…ページを表示',
  none: '「…」は見つかりませんでした。',
  mean: 'もしかして「…」',
  recent: '最近開いたページ',
  suggested: 'まず見るページ',
  slow: 'まだ検索しています',
  failed: '現在検索できません。エンターキーを押すと、検索ページで試せます。',
  namesOnly: '検索に接続できないため、ページの名前だけを探しています。',
  again: 'もう一度試す',
  results: '見つかったページ',
  close: '検索を閉じる',
  tryFewer: '言葉を減らすか、別の言葉で試してください。',
  orAsk: '詳しい人に聞いてみることもできます。',
  askInChat: 'チャットで質問する',
  askOn: (place) => `${place}で質問する`,
  keys: { choose: '選ぶ', open: '開く', beside: '新しいタブで開く', close: '閉じる' },
  isCut: '検索語が長いため、はじめの部分だけで検索しています。',
  onlyIn: '分類で絞り込む',
  onlyWith: 'タグで絞り込む',
  everywhere: (name) => (name ? `「${name}」の絞り込みを解除` : '絞り込みを解除')
}
