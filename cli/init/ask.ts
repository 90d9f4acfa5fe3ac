import { createInterface } from 'node:readline/promises'

import { StoppedError } from '../sync/sync-error.ts'

/** Whether questions reach a person. */
export function isTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
}

/**
 * Asks questions on the terminal, on stderr. `ask` repeats a question until `check` returns no
 * problem; an empty answer is the default. Throws `StoppedError` at Ctrl-C and at the end of the input.
 */
export async function withQuestions<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const stop = new AbortController()
  terminal.once('close', () =>
    stop.abort(new StoppedError('SIGINT', 'stopped: nothing was written'))
  )
  const ask: Ask = async ({ question, initial, check }) => {
    const hint = initial === undefined ? '' : ` (${initial})`
    for (;;) {
      const answer = await terminal
        .question(`${question}${hint}: `, { signal: stop.signal })
        .catch((error: unknown) => {
          stop.signal.throwIfAborted()
          throw error
        })
      const value = answer.trim() || (initial ?? '')
      const problem = check(value)
      if (problem === undefined) return value
      process.stderr.write(`${problem}\n`)
    }
  }
  try {
    return await work(ask)
  } finally {
    terminal.close()
  }
}

interface Question {
  question: string
  /** The answer if nothing is typed. */
  initial?: string | undefined
  /** What is wrong with an answer; undefined if it can be used. */
  check: (answer: string) => string | undefined
}

export type Ask = (question: Question) => Promise<string>
