const rasterTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])

/** Whether a media type is a supported raster image. */
export function isRaster(mediaType: string): boolean {
  return rasterTypes.has(mediaType)
}
