import type { Messages } from './en.ts'

/** The title to show for a page: records may have none, or one of invisible characters. */
export function shownTitle(title: string, { untitled }: Pick<Messages, 'untitled'>): string {
  return /[^\s\p{C}]/u.test(title) ? title : untitled
}
