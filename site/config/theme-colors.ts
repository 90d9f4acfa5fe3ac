import type { Theme } from './config.ts'

/**
 * Background colour of pages by theme, by day and by night, for the browser's toolbar and the web
 * app manifest. Must match `web/styles/base.css` and `web/styles/notion/variables.css`.
 */
export const paperColors: Record<Theme, { light: string; dark: string }> = {
  notion: { light: '#ffffff', dark: '#2f3437' },
  pixel: { light: '#f5efe0', dark: '#1e1f24' }
}
