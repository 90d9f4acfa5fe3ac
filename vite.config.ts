import { defineConfig } from 'vite'

/**
 * Builds the browser's assets: the main script, a small script for the theme, a style sheet with
 * its fonts, and a manifest for the server.
 */
export default defineConfig({
  base: '/_assets/',
  publicDir: false,
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['web/client.ts', 'web/theme.ts'] }
  }
})
