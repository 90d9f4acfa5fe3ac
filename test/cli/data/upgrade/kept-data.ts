import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

/** What a process leaves only while it runs, or SQLite after it has read. */
const passing = /^(?:sync\.lock|sync\.pid)$|-shm$|-wal$/

/** Contents, a character for each byte, and modes, by path. */
type Kept = Record<string, { mode: number; bytes: string }>

/** Writes the files of a data directory, whose databases are closed, into one small file. */
export function keepData(dataDir: string, file: string): void {
  const names = readdirSync(dataDir, { recursive: true })
    .map(String)
    .filter((name) => statSync(path.join(dataDir, name)).isFile() && !passing.test(name))
  const entries = names.toSorted().map((name) => {
    const mode = statSync(path.join(dataDir, name)).mode & 0o777
    return [name, { mode, bytes: readFileSync(path.join(dataDir, name), 'latin1') }]
  })
  writeFileSync(file, brotliCompressSync(JSON.stringify(Object.fromEntries(entries))))
}

/** Writes the kept files of a data directory into a new folder. */
export function unpackData(file: string, dataDir: string): void {
  const kept = JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as Kept
  for (const [name, { mode, bytes }] of Object.entries(kept)) {
    const target = path.join(dataDir, name)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, Buffer.from(bytes, 'latin1'), { mode })
  }
}
