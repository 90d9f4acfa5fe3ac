import { createContext, use } from 'react'

import type { Messages } from '../site/locales/en.ts'

const Context = createContext<Messages | null>(null)

export const MessagesProvider = Context.Provider

/** The interface messages in the site's language. Throws outside of a `MessagesProvider`. */
export function useMessages(): Messages {
  const messages = use(Context)
  if (!messages) throw new Error('Messages were read outside of a document')
  return messages
}
