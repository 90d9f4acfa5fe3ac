/** By media type, as `file-type` names them: file servers know the type of a file by its extension. */
const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/svg+xml', 'svg'],
  ['image/x-icon', 'ico'],
  ['image/vnd.microsoft.icon', 'ico'],
  ['image/apng', 'png'],
  ['image/tiff', 'tif'],
  ['audio/mpeg', 'mp3'],
  ['audio/x-m4a', 'm4a'],
  ['audio/mp4', 'm4a'],
  ['audio/vnd.wave', 'wav'],
  ['audio/wav', 'wav'],
  ['audio/x-flac', 'flac'],
  ['video/quicktime', 'mov'],
  ['video/x-matroska', 'mkv'],
  ['video/x-msvideo', 'avi'],
  ['video/mpeg', 'mpg']
])

/** The extension of an image, sound, video or PDF, without a dot. */
export function mediaExtension(mediaType: string): string {
  const subtype = mediaType.split('/')[1]?.replace(/^x-/, '') ?? ''
  return extensions.get(mediaType) ?? (/^[a-z0-9]{2,5}$/.test(subtype) ? subtype : 'bin')
}
