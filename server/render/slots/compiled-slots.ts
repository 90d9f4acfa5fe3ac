import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { ConfigError } from '../../../site/config/read-config.ts'
import { endOf, nextMessage, startProcess } from '../../process/start-module.ts'
import {
  makeTemporaryFolder,
  removeTemporaryFolder,
  restoreTemporaryFolder
} from '../../process/temporary-folder.ts'
import { unlessLate } from '../../process/time-limit.ts'
import { messageOf } from '../../../site/formats/error-message.ts'

const compiler = new URL('./compile-process.ts', import.meta.url)

/** A module that has not been loaded by then probably never will be. */
const PATIENCE_MS = 60_000

/** What the process that compiles sends back. */
export type CompileAnswer =
  | { kind: 'compiled'; hash: string; code: string; inputs: string[] }
  | { kind: 'failed'; problem: string }

/** The components of a site, ready to be imported by any process. */
export interface CompiledSlots {
  /** SHA-256 of the module with everything that it imports. */
  hash: string
  /** Absolute paths of the module and of what it imports. */
  inputs: string[]
  /** The path of a module to import. */
  file: () => string
  close: () => void
}

/**
 * Starts to compile the module of the configuration key `components`, if there is one, and returns at
 * once. `slots` rejects with `ConfigError` if it cannot be loaded, or if it exports anything but slots.
 */
export function startSlots(module: string | null): {
  slots: Promise<CompiledSlots> | undefined
  /** Waits for the compiler and removes its files. */
  close: () => Promise<void>
} {
  const slots = module === null ? undefined : compileSlots(module)
  // Without the slots there is nothing to close.
  const compiled = slots?.catch(() => undefined)
  return { slots, close: async () => (await compiled)?.close() }
}

/** Compiles a module as it is now; see `startSlots`. */
async function compileSlots(module: string): Promise<CompiledSlots> {
  const folder = makeTemporaryFolder('components')
  try {
    const answer = await runCompiler(path.resolve(module), folder)
    if (answer.kind === 'failed') throw new Error(answer.problem)
    return compiledSlots(folder, answer)
  } catch (error) {
    removeTemporaryFolder(folder)
    throw new ConfigError([
      `Config error: components "${module}" cannot be used: ${messageOf(error)}`
    ])
  }
}

function compiledSlots(
  folder: string,
  { hash, code, inputs }: Extract<CompileAnswer, { kind: 'compiled' }>
): CompiledSlots {
  const file = path.join(folder, `${hash}.mjs`)
  return {
    hash,
    inputs,
    file: () => {
      // Systems remove temporary files that were not used for days.
      if (!existsSync(file)) {
        restoreTemporaryFolder(folder)
        writeFileSync(file, code)
      }
      return file
    },
    close: () => removeTemporaryFolder(folder)
  }
}

async function runCompiler(module: string, folder: string): Promise<CompileAnswer> {
  const child = startProcess(compiler, { args: [module, folder] })
  try {
    const answer = nextMessage<CompileAnswer>(child)
    const made = await unlessLate(answer, { ms: PATIENCE_MS, late })
    return made ?? { kind: 'failed', problem: `its process ended: ${endOf(child)}` }
  } finally {
    child.kill('SIGKILL')
  }
}

function late(): never {
  throw new Error(`it is not loaded after ${PATIENCE_MS / 1000} s`)
}
