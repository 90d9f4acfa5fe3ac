import { createContext, useContext } from 'react'

import type { Words } from '../site/locales/en.ts'

const Context = createContext<Words | null>(null)

export const WordsProvider = Context.Provider

/** The words of the interface in the language of the site. */
export function useWords(): Words {
  const words = useContext(Context)
  if (!words) throw new Error('Something was drawn outside of a document')
  return words
}
