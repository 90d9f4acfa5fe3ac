import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A file of the repository, by its path from the root. */
export const repositoryFile = (name: string) =>
  fileURLToPath(new URL(`../../${name}`, import.meta.url))

/** The `fansite` command in this clone. */
export const fansite = [process.execPath, repositoryFile('cli/bin.js')] as const

/** The program of the optional package; undefined on a platform that it does not support. */
export function findLitestream(): string | undefined {
  const file = repositoryFile('node_modules/@flydotio/litestream-linux-x64/litestream')
  return existsSync(file) ? file : undefined
}

/** How a command ended. */
export interface Outcome {
  /** Null after a signal. */
  code: number | null
  stdout: string
  stderr: string
}

/** The child processes of one node: they end together, like those of a machine that loses power. */
export class ProcessGroup {
  readonly #env: Record<string, string>
  readonly #children = new Set<ChildProcess>()
  #isEnded = false

  /** `env` is added to `PATH`. */
  constructor(env: Record<string, string>) {
    this.#env = { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'warn', ...env }
  }

  /** Starts a program with pipes for its output. Throws after `end`. */
  start([program, ...args]: readonly [string, ...string[]]): ChildProcess {
    if (this.#isEnded) throw new Error('the cluster has been stopped')
    const child = spawn(program, args, {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that the children of a script are killed with it.
      detached: true
    })
    this.#children.add(child)
    child.once('close', () => this.#children.delete(child))
    return child
  }

  /** Runs a program to its end. */
  async run(command: readonly [string, ...string[]]): Promise<Outcome> {
    const child = this.start(command)
    const output = { stdout: '', stderr: '' }
    child.stdout?.on('data', (part: Buffer) => (output.stdout += part.toString()))
    child.stderr?.on('data', (part: Buffer) => (output.stderr += part.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, ...output }
  }

  /** Kills all processes without notice (SIGKILL) and waits until they are gone. */
  async kill(): Promise<void> {
    await Promise.all(
      [...this.#children].map(async (child) => {
        const closed = once(child, 'close')
        const isAlive = child.exitCode === null && child.signalCode === null
        // A process that failed to start has no id.
        if (isAlive && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
        await closed
      })
    )
  }

  /** Kills all processes, and lets no further one start. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.kill()
  }
}
