import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The executable and environment to launch Chromium. */
export interface Chromium {
  executablePath: string
  env: Record<string, string>
}

const projectCache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))
const FILE_LIST = 'files.json'
const unpackScript = fileURLToPath(new URL('./unpack-chromium.js', import.meta.url))

/** The package contains a build for Linux x64 only. */
export const hasPackagedChromium = process.platform === 'linux' && process.arch === 'x64'

/**
 * The package's own file names its font folder by an absolute path under /tmp; this one uses a
 * relative path.
 */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/**
 * Returns the Chromium of `@sparticuz/chromium`, unpacked into a folder of `cache` (206 MB).
 *
 * Files are unpacked beside the final folder and moved by a rename, so that no process starts a
 * partial file. A folder whose file sizes differ from its list is unpacked again. Throws on
 * machines other than Linux x64.
 */
export function packagedChromium(cache = projectCache): Chromium {
  if (!hasPackagedChromium) {
    throw new Error(
      `no packaged Chromium for ${process.platform} ${process.arch}; set CHROMIUM_PATH to an installed one`
    )
  }
  const folder = path.join(cache, `chromium-${packagedVersion()}`)
  if (!isComplete(folder)) unpackTo(folder)
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: path.join(folder, 'fonts')
    }
  }
}

function packagedVersion(): string {
  const manifest = new URL(
    '../../../node_modules/@sparticuz/chromium/package.json',
    import.meta.url
  )
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

function isComplete(folder: string): boolean {
  const list = path.join(folder, FILE_LIST)
  if (!existsSync(list)) return false
  const expected = JSON.parse(readFileSync(list, 'utf8')) as Record<string, number>
  return Object.entries(expected).every(
    ([name, size]) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size === size
  )
}

function unpackTo(folder: string): void {
  mkdirSync(path.dirname(folder), { recursive: true })
  const partial = mkdtempSync(`${folder}-`)
  try {
    // The package unpacks into the temporary folder, and its libraries only for this runtime.
    const env = { ...process.env, TMPDIR: partial, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' }
    execFileSync(process.execPath, [unpackScript], { env })
    writeFileSync(path.join(partial, 'fonts/fonts.conf'), fontsConf)
    writeFileSync(path.join(partial, FILE_LIST), JSON.stringify(fileSizes(partial)))
    replaceFolder(partial, folder)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

/** Keeps a complete folder that another process has created meanwhile. */
function replaceFolder(partial: string, folder: string): void {
  if (isComplete(folder)) return
  rmSync(folder, { recursive: true, force: true })
  renameSync(partial, folder)
}

function fileSizes(folder: string): Record<string, number> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      return [path.relative(folder, file), statSync(file).size]
    })
  )
}
