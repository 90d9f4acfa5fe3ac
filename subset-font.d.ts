declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    noHinting?: boolean
    /** OpenType features to keep; all by default. */
    keepFeatures?: string[]
  }

  /** A font with the glyphs of `text` only. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: Options
  ): Promise<Uint8Array>
}
