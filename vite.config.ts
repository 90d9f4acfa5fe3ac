import { defineConfig } from 'vite'

/** Builds the browser's part: one script, one style sheet, and a manifest that names them for the server. */
export default defineConfig({
  base: '/_assets/',
  publicDir: false,
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'web/client.ts' }
  }
})
