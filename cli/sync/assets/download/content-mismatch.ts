import type { ShownFile } from '../../../../site/notion/files/file-sources.ts'

/** A requested file and the bytes that were received for it. */
interface ReceivedFile {
  file: Pick<ShownFile, 'source' | 'declared'>
  /** Detected from the bytes. */
  mediaType: string
  /** The first bytes, as text. */
  head: string
  /** The `Content-Type`; null when the response has none. */
  contentType: string | null
}

interface Kind {
  extensions: string
  /** Media types that are detected for such files; absent where the first bytes can be anything. */
  mediaTypes?: RegExp
  /** Whether an empty file can be meant. */
  isText?: true
  isJson?: true
}

/** A shorter head is the whole file. */
const HEAD_LENGTH = 1000

/** Expected content by file extension; `audio` and `video` are block types. */
const kinds: Kind[] = [
  {
    extensions:
      'zip jar apk docx docm dotx xlsx xlsm xltx pptx pptm potx odt ods odp odg epub kmz 3mf vsdx xpi mcpack mcaddon mcworld mctemplate mrpack',
    // Office documents with a password are CFB files instead of ZIP archives.
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
  { extensions: 'mp3 aac tar iso dmg doc xls ppt audio video' },
  { extensions: 'csv tsv', isText: true },
  {
    extensions: 'json geojson webmanifest ipynb mcmeta js mjs css yml yaml toml',
    isText: true,
    isJson: true
  }
]

const kindOf = new Map(
  kinds.flatMap((kind) => kind.extensions.split(' ').map((name) => [name, kind] as const))
)

/** Extensions of files that may contain HTML. */
const pages = new Set('html htm xhtml xht mht mhtml shtml xml svg php asp vue svelte'.split(' '))

/**
 * Why the received bytes cannot be the requested file, since hosts send error pages with status 200;
 * undefined when they can be. Text and files of unknown types are refused only when they are an HTML
 * page and the host declares it as one.
 */
export function contentMismatch(received: ReceivedFile): string | undefined {
  const { file, mediaType, head, contentType } = received
  const what = describeBytes(received)
  const extension = extensionOf(file.source)
  const declared = file.declared ?? ''
  const name = [extension, declared].find((each) => kindOf.has(each))
  const kind = kindOf.get(name ?? '')
  if (name === undefined || kind === undefined) {
    const type = extension || declared
    const isPage = isHtml(head) && /html/i.test(contentType ?? '')
    const isMismatch = type !== '' && !pages.has(type) && isPage
    return isMismatch ? `received an HTML page instead of a .${type} file` : undefined
  }
  const isError = isHtml(head) || (isJson(head) && !kind.isJson) || (head === '' && !kind.isText)
  if (isError) return `received ${what} instead of ${describe(name)}`
  const isOther = kind.mediaTypes !== undefined && !kind.mediaTypes.test(mediaType)
  // Other lines may precede the first line of a PDF document.
  const isLatePdf = name === 'pdf' && head.slice(0, 1024).includes('%PDF-')
  return isOther && !isLatePdf ? `received ${what} instead of ${describe(name)}` : undefined
}

/** What was received, for a message. */
export function describeBytes({ head, mediaType }: Pick<ReceivedFile, 'head' | 'mediaType'>) {
  if (head === '') return 'an empty file'
  if (isHtml(head)) return 'an HTML page'
  return isJson(head) ? 'JSON' : mediaType
}

function describe(name: string): string {
  if (name === 'audio') return 'an audio file'
  return name === 'video' ? 'a video file' : `a .${name} file`
}

/** The extension of a file's name in lower case; empty when it has none. */
function extensionOf(source: string): string {
  // The file name of an attachment is not URL-encoded and may contain `?` and `#`.
  const path = source.startsWith('attachment:') ? source : (source.split(/[?#]/)[0] ?? '')
  return /\.([a-z0-9]{1,11})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
}

/** A byte order mark, an XML declaration and comments may come first. */
function isHtml(head: string): boolean {
  const start = head.replace(/^(\uFEFF|\s|<\?xml[^>]*>|<!--[^]*?-->)+/, '')
  return /^<(!doctype html|html|head|body|title|meta|script|h1|center)\b/i.test(start)
}

/** A short document is parsed; a long one is judged by its beginning. */
function isJson(head: string): boolean {
  if (head.length >= HEAD_LENGTH) return /^\s*(\[\s*)?\{\s*"/.test(head)
  try {
    return typeof JSON.parse(head) === 'object'
  } catch {
    // Not JSON.
    return false
  }
}
