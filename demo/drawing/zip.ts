import { crc32 } from 'node:zlib'

/** A zip archive of small text files, stored without compression and without a date. */
export function zip(files: Record<string, string>): Buffer {
  const entries = Object.entries(files).map(([name, text]) => entryOf(name, text))
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0

  for (const entry of entries) {
    const local = Buffer.concat([header(0x04034b50, 20), entry.fields, Buffer.alloc(2), entry.name])
    parts.push(local, entry.content)
    directory.push(directoryRecord(entry, offset))
    offset += local.length + entry.content.length
  }

  const index = Buffer.concat(directory)
  return Buffer.concat([...parts, index, endRecord(entries.length, index.length, offset)])
}

interface Entry {
  name: Buffer
  content: Buffer
  /** Flags, method, date, checksum, sizes and length of the name, the same in both places. */
  fields: Buffer
}

function entryOf(fileName: string, text: string): Entry {
  const [name, content] = [Buffer.from(fileName), Buffer.from(text)]
  const fields = Buffer.alloc(22)
  // 1980-01-01, the first day that a zip file knows.
  fields.writeUInt16LE(33, 6)
  fields.writeUInt32LE(crc32(content), 8)
  fields.writeUInt32LE(content.length, 12)
  fields.writeUInt32LE(content.length, 16)
  fields.writeUInt16LE(name.length, 20)
  return { name, content, fields }
}

function directoryRecord(entry: Entry, offset: number): Buffer {
  const rest = Buffer.alloc(16)
  rest.writeUInt32LE(offset, 12)
  return Buffer.concat([header(0x02014b50, 20, 20), entry.fields, rest, entry.name])
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(size, 12)
  record.writeUInt32LE(offset, 16)
  return record
}

function header(signature: number, ...versions: number[]): Buffer {
  const bytes = Buffer.alloc(4 + versions.length * 2)
  bytes.writeUInt32LE(signature, 0)
  for (const [at, version] of versions.entries()) bytes.writeUInt16LE(version, 4 + at * 2)
  return bytes
}
