import { type TestSyncOptions, syncFrom } from '../workspaces/sync-from.ts'

/** A sync that `syncElsewhere` requests from this process. */
export interface SyncRequest {
  number: number
  api: { baseUrl: string; origin: string }
  options: TestSyncOptions
}

process.on('message', async ({ number, api, options }: SyncRequest) => {
  const answer = await syncFrom(api, options).then(
    (result) => ({ number, result }),
    (error: Error) => ({ number, error: error.message })
  )
  process.send?.(answer)
})
process.on('disconnect', () => process.exit())
