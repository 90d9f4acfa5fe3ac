import { createContext, useContext } from 'react'

import type { Messages } from '../site/locales/en.ts'

const Context = createContext<Messages | null>(null)

export const MessagesProvider = Context.Provider

/** The words of the interface in the language of the site. */
export function useMessages(): Messages {
  const words = useContext(Context)
  if (!words) throw new Error('Something was drawn outside of a document')
  return words
}
