import type { SpoilerRules } from '../config/config.ts'

type Order = Pick<SpoilerRules, 'chapters'>

/**
 * The chapter that is read first: it reveals what each of several spoilers tells. A chapter that the rules
 * do not name comes last. Undefined without any chapter.
 */
export function earliestChapter(chapters: Iterable<string>, rules: Order): string | undefined {
  return inOrder(chapters, rules)[0]
}

/** The chapter that is read last: it reveals what only all of several spoilers tell together. */
export function latestChapter(chapters: Iterable<string>, rules: Order): string | undefined {
  return inOrder(chapters, rules).at(-1)
}

function inOrder(named: Iterable<string>, { chapters }: Order): string[] {
  const placeOf = (chapter: string) => {
    const place = chapters.indexOf(chapter)
    return place === -1 ? chapters.length : place
  }
  return [...named].toSorted((one, other) => placeOf(one) - placeOf(other))
}
