import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const bin = fileURLToPath(new URL('../../cli/bin.js', import.meta.url))

/**
 * `npm run bench`: first start and page load. Runs `fansite start` with an empty data directory and
 * prints the time to the first page, the sync summary, the size of the home page and the time of
 * social images.
 */
async function benchFirstLight(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fansite-bench-'))
  const startedAt = performance.now()
  const child = spawn(process.execPath, [bin, 'start', '--data', dataDir, '--port', '0'])
  try {
    const output = collect(child)
    const address = await until(() => / is at (http:\S+)/.exec(output.text)?.[1])
    print('listening after', msSince(startedAt))
    const home = await until(() => readPage(address))
    print('first page after', msSince(startedAt))
    print('sync', (/Published .*/.exec(output.text) ?? [''])[0])
    await reportBytes(address, home)
    await reportPageTime(address)
    await reportSocialImages(address, home)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function reportBytes(address: string, html: string): Promise<void> {
  const files = [...html.matchAll(/(?:src|href)="(\/_assets\/[^"]+)"/g)].map((match) => match[1])
  print('home page HTML', sizes(html))
  for (const file of files) {
    print(path.extname(file ?? '').slice(1), sizes(await (await fetch(`${address}${file}`)).text()))
  }
}

async function reportPageTime(address: string): Promise<void> {
  const times: number[] = []
  for (let count = 0; count < 50; count++) {
    const startedAt = performance.now()
    await (await fetch(address)).text()
    times.push(performance.now() - startedAt)
  }
  const median = times.toSorted((a, b) => a - b)[25] ?? 0
  print('home page, median of 50', `${median.toFixed(1)} ms`)
}

async function readPage(address: string): Promise<string | undefined> {
  const reply = await fetch(address)
  const text = await reply.text()
  return reply.status === 200 ? text : undefined
}

/** The first image includes the start of the process and its fonts; a repeated one is read from disk. */
async function reportSocialImages(address: string, home: string): Promise<void> {
  const paths = [...home.matchAll(/href="(\/[a-z0-9-]+)"/g)].map((match) => match[1] ?? '')
  const images: string[] = []
  for (const page of [...new Set(paths)].slice(0, 11)) {
    const html = await (await fetch(address + page)).text()
    const image = /property="og:image" content="https:\/\/[^/]+([^"]+)"/.exec(html)?.[1]
    if (image) images.push(address + image.replaceAll('&amp;', '&'))
  }
  const imageTimes: number[] = []
  for (const image of images) imageTimes.push(await timeOf(image))
  const [first = 0, ...others] = imageTimes
  const middle = others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)] ?? 0
  const cached = await timeOf(images[0] ?? '')
  const times = [first, middle, cached].map((time) => `${time.toFixed(0)} ms`)
  print(
    'social image',
    `first ${times[0]}, median of ${others.length} ${times[1]}, cached ${times[2]}`
  )
}

async function timeOf(url: string): Promise<number> {
  const startedAt = performance.now()
  await (await fetch(url)).arrayBuffer()
  return performance.now() - startedAt
}

function collect(child: ChildProcess): { text: string } {
  const output = { text: '' }
  child.stdout?.on('data', (part: Buffer) => (output.text += part.toString()))
  child.stderr?.on('data', (part: Buffer) => (output.text += part.toString()))
  return output
}

async function until<T>(read: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    const result = await read()
    if (result !== undefined) return result
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('fansite start was not ready within a minute')
}

function sizes(text: string): string {
  return `${Buffer.byteLength(text)} bytes, ${brotliCompressSync(text).length} in brotli`
}

function msSince(start: number): string {
  return `${Math.round(performance.now() - start)} ms`
}

function print(label: string, value: string): void {
  console.log(`${label.padEnd(26)}${value}`)
}

await benchFirstLight()
