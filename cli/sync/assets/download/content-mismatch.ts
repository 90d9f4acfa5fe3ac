import type { ShownFile } from '../../../../site/notion/files/file-sources.ts'

/** What arrived for a file. */
interface Arrival {
  file: Pick<ShownFile, 'source' | 'declared'>
  /** Judged by the bytes. */
  mediaType: string
  /** The first bytes, as text. */
  head: string
  /** What the host calls it; null when it does not say. */
  contentType: string | null
}

interface Kind {
  extensions: string
  /** Media types, judged by bytes, of such files; none where their first bytes can be anything. */
  mediaTypes?: RegExp
  isJson?: true
}

/** A beginning of this length may be cut. */
const HEAD_LENGTH = 1000

/** What may stand in a file of a type. Names of block types are there beside extensions. */
const kinds: Kind[] = [
  {
    extensions:
      'zip jar apk docx docm dotx xlsx xlsm xltx pptx pptm potx odt ods odp odg epub kmz 3mf vsdx xpi mcpack mcaddon mcworld mctemplate mrpack',
    // Office documents with a password are no ZIP archives.
    mediaTypes: /\bzip|java-archive|android|openxml|macroenabled|opendocument|xpi|visio|3mf|cfb/
  },
  { extensions: 'pdf', mediaTypes: /\/pdf$/ },
  { extensions: 'gz tgz', mediaTypes: /gzip$/ },
  { extensions: 'bz2', mediaTypes: /bzip2$/ },
  { extensions: 'xz txz', mediaTypes: /x-xz$/ },
  { extensions: 'zst', mediaTypes: /zstd$/ },
  { extensions: '7z', mediaTypes: /7z/ },
  { extensions: 'rar', mediaTypes: /rar/ },
  { extensions: 'exe', mediaTypes: /msdownload$/ },
  { extensions: 'rtf', mediaTypes: /rtf$/ },
  { extensions: 'woff woff2 ttf otf', mediaTypes: /^font\// },
  { extensions: 'sqlite sqlite3', mediaTypes: /sqlite3$/ },
  {
    extensions: 'png apng jpg jpeg gif webp avif bmp ico tif tiff heic psd',
    mediaTypes: /^image\//
  },
  {
    extensions: 'mp4 m4v mov webm mkv avi wmv 3gp wav ogg oga ogv opus flac m4a aif aiff mid',
    mediaTypes: /^(audio|video)\/|\/ogg$|ms-asf$/
  },
  { extensions: 'mp3 aac tar iso dmg doc xls ppt csv tsv audio video' },
  { extensions: 'json geojson webmanifest ipynb mcmeta js mjs css yml yaml toml', isJson: true }
]

const kindOf = new Map(
  kinds.flatMap((kind) => kind.extensions.split(' ').map((name) => [name, kind] as const))
)

/** Files that may well be HTML. */
const pages = new Set('html htm xhtml xht mht mhtml shtml xml svg php asp vue svelte'.split(' '))

/**
 * Why the bytes that arrived cannot be the file that was requested: hosts send error pages with
 * status 200. Undefined when they may be. Text and files of unknown types are refused only as an
 * HTML page that the host itself calls one.
 */
export function suspicionOf({ file, mediaType, head, contentType }: Arrival): string | undefined {
  const named = extensionOf(file.source)
  const declared = file.declared ?? ''
  const name = [named, declared].find((each) => kindOf.has(each))
  const kind = kindOf.get(name ?? '')
  if (name === undefined || kind === undefined) {
    const isOfType = (named || declared) !== '' && !pages.has(named || declared)
    const isPage = isHtml(head) && /html/i.test(contentType ?? '')
    return isOfType && isPage ? `it is an HTML page, no .${named || declared} file` : undefined
  }
  if (isHtml(head)) return `it is an HTML page, no ${describe(name)}`
  if (isJson(head) && !kind.isJson) return `it is JSON, no ${describe(name)}`
  const isOther = kind.mediaTypes !== undefined && !kind.mediaTypes.test(mediaType)
  // Before a PDF document's first line there may be others.
  const isLatePdf = name === 'pdf' && head.slice(0, 1024).includes('%PDF-')
  return isOther && !isLatePdf ? `it is no ${describe(name)} (${mediaType})` : undefined
}

function describe(name: string): string {
  return name === 'audio' || name === 'video' ? `${name} file` : `.${name} file`
}

/** The end of a file's name in lower case; empty when it has none. */
function extensionOf(source: string): string {
  // The name of an attachment is written as it is.
  const path = source.startsWith('attachment:') ? source : (source.split(/[?#]/)[0] ?? '')
  return /\.([a-z0-9]{1,11})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
}

/** Behind a byte order mark, an XML declaration and comments. */
function isHtml(head: string): boolean {
  const start = head.replace(/^(\uFEFF|\s|<\?xml[^>]*>|<!--[^]*?-->)+/, '')
  return /^<(!doctype html|html|head|body|title|meta|script|h1|center)\b/i.test(start)
}

/** A short document is read as a whole; of a long one the beginning tells. */
function isJson(head: string): boolean {
  if (head.length >= HEAD_LENGTH) return /^\s*(\[\s*)?\{\s*"/.test(head)
  try {
    return typeof JSON.parse(head) === 'object'
  } catch {
    // Anything that is no JSON ends here.
    return false
  }
}
