import { statSync, statfsSync } from 'node:fs'

/** A folder in memory, on Linux. */
const SHARED_MEMORY = '/dev/shm'
const OPEN_TO_ALL = 0o777
const MIN_FREE_BYTES = 2_000_000_000

/**
 * A folder in memory for temporary files of the tests, if there is one with enough room: many tests
 * create and delete databases, and would wait for the disk each time.
 */
export function memoryFolder(): string | undefined {
  const mode = statSync(SHARED_MEMORY, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & OPEN_TO_ALL) !== OPEN_TO_ALL) return undefined
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize < MIN_FREE_BYTES ? undefined : SHARED_MEMORY
}

/** From Node 22 on, V8 has a cheaper compiler for this code, and no such option. */
const optimizeLater =
  Number.parseInt(process.versions.node) < 22 ? ['--interrupt-budget=600000'] : []

/**
 * Options of Node for a process of the tests. Most of what they make is soon unused: with V8's smaller
 * young generation, they spend up to a fourth of their time on copying it. And most of their code runs
 * only for a while: V8 optimizes it nine times later than usual, so that the optimizing pays.
 */
export const nodeOptions = ['--max-semi-space-size=32', ...optimizeLater]

/** What `server/process/load-module.js` notes in a process that has compared the build with its sources. */
const COMPARED = "globalThis[Symbol.for('fansite.build')] = { isCurrent: true }"

/**
 * Options of Node for the `fansite` command. The set-up of a test run has made the build: to compare it with
 * its 1,200 sources again would take a fifth of the start of a command. Benchmarks have no such set-up, and
 * while tests are watched, sources change after it.
 */
export const commandOptions =
  process.env['VITEST_MODE'] === 'RUN'
    ? ['--import', `data:text/javascript,${encodeURIComponent(COMPARED)}`]
    : []

/**
 * Settings of glibc's `malloc` for the processes of the tests; other systems ignore them. They take memory
 * from the kernel 16 MB at a time and in huge pages, and return little of it. Without them, tests of the
 * server need a fourth more CPU time on a machine where page faults are slow.
 * Source: `mallopt(3)`; "Memory Allocation Tunables" in glibc's manual.
 */
export const mallocSettings = {
  MALLOC_TOP_PAD_: String(16 * 2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(256 * 2 ** 20),
  MALLOC_MMAP_THRESHOLD_: String(32 * 2 ** 20),
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1'
}

const { PATH = '', TMPDIR } = process.env

/** What a command gets of the environment: where programs are, and the folder in memory. */
export const commandVariables = { PATH, ...(TMPDIR !== undefined && { TMPDIR }) }
