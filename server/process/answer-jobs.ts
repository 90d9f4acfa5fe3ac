import { parentPort } from 'node:worker_threads'

/** A job that threw an error. */
export interface FailedJob {
  kind: 'failed'
  message: string
  stack: string | undefined
}

/** Answers the jobs of a `JobWorker`, one after the other, in the thread that it has started. */
export function answerJobs<Job, Answer extends { kind: string }>(
  answer: (job: Job) => Answer | Promise<Answer>
): void {
  const port = parentPort
  if (!port) throw new Error('answerJobs must run in a worker thread')
  port.on('message', async (job: Job) => port.postMessage(await settle(job, answer)))
  port.postMessage({ kind: 'ready' })
}

async function settle<Job, Answer>(
  job: Job,
  answer: (job: Job) => Answer | Promise<Answer>
): Promise<Answer | FailedJob> {
  try {
    return await answer(job)
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { kind: 'failed', message, stack }
  }
}
