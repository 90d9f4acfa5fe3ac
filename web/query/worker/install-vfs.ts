import type { Sqlite3Static, sqlite3_io_methods, sqlite3_vfs } from '@sqlite.org/sqlite-wasm'

import type { RangedFile } from '../../../site/ranges/ranged-file.ts'

const VFS_NAME = 'ranges'
/** Julian day of 1970-01-01 in milliseconds, as SQLite counts time. */
const UNIX_EPOCH_MS = 210_866_760_000_000
const DAY_MS = 86_400_000

interface InstalledVfs {
  /** The URI of the file for `sqlite3_open_v2`. */
  uri: string
  /** The error of the last read that failed; SQLite only knows that it did. Cleared by reading it. */
  takeError: () => unknown
}

/** Lets SQLite read a file through `RangedFile`. To be called once. Nothing can be written. */
export function installVfs(sqlite3: Sqlite3Static, file: RangedFile): InstalledVfs {
  const { capi, vfs } = sqlite3
  const io = new capi.sqlite3_io_methods()
  const system = new capi.sqlite3_vfs()
  let failure: unknown
  // Version 1 has neither shared memory nor mapped pages.
  Object.assign(io, { $iVersion: 1 })
  system.$iVersion = 2
  // The types have it on the instances.
  const { structInfo } = capi.sqlite3_file as unknown as { structInfo: { sizeof: number } }
  system.$szOsFile = structInfo.sizeof
  system.$mxPathname = 64
  const onError = (error: unknown) => (failure = error)
  vfs.installVfs({ io: { struct: io, methods: fileMethods(sqlite3, { file, onError }) } })
  vfs.installVfs({
    vfs: { struct: system, name: VFS_NAME, methods: systemMethods(sqlite3, io) }
  })
  const takeError = () => {
    const taken = failure
    failure = undefined
    return taken
  }
  // An immutable file is neither locked nor asked whether it has changed.
  return { uri: `file:mirror?vfs=${VFS_NAME}&immutable=1&mode=ro`, takeError }
}

/** The types allow result codes only. */
type IoMethods = Record<string, (...values: never[]) => number>

/** A method must not throw: the exception would leave SQLite in an undefined state. */
function fileMethods(
  { capi, wasm }: Sqlite3Static,
  { file, onError }: { file: RangedFile; onError: (error: unknown) => void }
): Partial<sqlite3_io_methods> {
  const ok = () => capi.SQLITE_OK
  const refused = () => capi.SQLITE_READONLY
  const methods: IoMethods = {
    xClose: ok,
    xRead: (...[, target, length, offset]: [number, number, number, bigint]) => {
      try {
        const bytes = file.read(Number(offset), length)
        const heap = wasm.heap8u()
        heap.set(bytes, Number(target))
        if (bytes.length === length) return capi.SQLITE_OK
        heap.fill(0, Number(target) + bytes.length, Number(target) + length)
        return capi.SQLITE_IOERR_SHORT_READ
      } catch (error) {
        onError(error)
        return capi.SQLITE_IOERR_READ
      }
    },
    xWrite: refused,
    xTruncate: refused,
    xSync: ok,
    xFileSize: (_file: number, size: number) => {
      wasm.poke64(size, BigInt(file.size))
      return capi.SQLITE_OK
    },
    xLock: ok,
    xUnlock: ok,
    xCheckReservedLock: (_file: number, result: number) => {
      wasm.poke32(result, 0)
      return capi.SQLITE_OK
    },
    xFileControl: () => capi.SQLITE_NOTFOUND,
    xSectorSize: () => 4096,
    xDeviceCharacteristics: () => capi.SQLITE_IOCAP_IMMUTABLE
  }
  return methods as Partial<sqlite3_io_methods>
}

function systemMethods(
  { capi, wasm }: Sqlite3Static,
  io: sqlite3_io_methods
): Partial<sqlite3_vfs> {
  return {
    xOpen: (...[, , file, flags, flagsOut]) => {
      // There is no journal and no other file.
      if ((flags & capi.SQLITE_OPEN_MAIN_DB) === 0) return capi.SQLITE_CANTOPEN
      const opened = new capi.sqlite3_file(file)
      opened.$pMethods = io.pointer
      opened.dispose()
      wasm.poke32(flagsOut, capi.SQLITE_OPEN_MAIN_DB | capi.SQLITE_OPEN_READONLY)
      return capi.SQLITE_OK
    },
    xDelete: () => capi.SQLITE_READONLY,
    xAccess: (...[, , , result]) => {
      wasm.poke32(result, 0)
      return capi.SQLITE_OK
    },
    xFullPathname: (...[, name, length, target]) => {
      const copied = wasm.cstrncpy(target, name, length)
      return copied < length ? capi.SQLITE_OK : capi.SQLITE_CANTOPEN
    },
    xGetLastError: () => capi.SQLITE_OK,
    xCurrentTime: (_vfs, result) => {
      wasm.poke(result, (UNIX_EPOCH_MS + Date.now()) / DAY_MS, 'double')
      return capi.SQLITE_OK
    },
    xCurrentTimeInt64: (_vfs, result) => {
      wasm.poke64(result, BigInt(UNIX_EPOCH_MS + Date.now()))
      return capi.SQLITE_OK
    }
  }
}
