import type { SiteContext } from '../../site/site-context.ts'
import type { SendOnce } from './send-once.ts'

/** What the routes of the API answer from. */
export interface ApiContext extends Pick<
  SiteContext,
  'site' | 'responses' | 'search' | 'socialImages' | 'shell'
> {
  sendOnce: SendOnce
}
