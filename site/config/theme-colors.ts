/** The colour behind pages, by theme, for what stands around them: a browser's bar, an installed site. As in `web/styles/base.css`. */
export const paperColors = { light: '#f5efe0', dark: '#1e1f24' }
