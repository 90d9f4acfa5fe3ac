/** What `fansite init` asks for. */
export interface SiteFacts {
  rootNotionPageId: string
  name: string
  domain: string
  author: string
}

/** The files of a new site, by name. */
export function siteFiles(facts: SiteFacts): Record<string, string> {
  return {
    'site.config.ts': configText(facts),
    '.env.example': environmentText,
    '.gitignore': 'data/\n.env\nnode_modules/\n',
    'README.md': readmeText(facts)
  }
}

function configText({ rootNotionPageId, name, domain, author }: SiteFacts): string {
  return `import { defineConfig } from 'fansite'

export default defineConfig({
  // The home page; every page that can be reached from it belongs to the site.
  rootNotionPageId: ${quoted(rootNotionPageId)},
  name: ${quoted(name)},
  // The host of the site, such as 'wiki.example.org', without https:// and without a path.
  domain: ${quoted(domain)},
  author: ${quoted(author)}
})
`
}

/** A string of TypeScript. */
function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped}'`
}

const environmentText = `# Copy this file to .env and remove the "#" before what you need. Never publish .env.
# The cookie "token_v2" of a browser that is signed in to Notion, if the root page is private:
#NOTION_TOKEN=
# Where the server listens:
#HOST=localhost
#PORT=3000
`

function readmeText({ name }: SiteFacts): string {
  return `# ${name}
Run \`npx fansite start\`: the site is at http://localhost:3000, and is synced from Notion now and every hour.
\`npx fansite check\` lists broken links and content that cannot be shown; \`npx fansite --help\` lists all commands.
The settings are in \`site.config.ts\`. Secrets belong into \`.env\`; \`.env.example\` shows which there are.
The copy of the workspace is in \`data/\`. Keep it, or back it up with \`npx fansite snapshot <folder>\`: only it has the former
paths of pages, from which old links are redirected, and their former titles. The next sync makes the rest again.
`
}
