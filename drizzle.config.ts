import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: ['./db/mirror/schema.ts', './db/search/search-schema.ts'],
  out: './migrations'
})
