/**
 * Background colour of pages by theme, for the browser's toolbar and the web app manifest. Must
 * match `web/styles/base.css`.
 */
export const paperColors = { light: '#f5efe0', dark: '#1e1f24' }
