import type { DescribedColumn, DescribedTable } from '../../db/describe/describe-mirror.ts'

const headings: [kind: DescribedTable['kind'], heading: string][] = [
  ['table', 'Tables'],
  ['view', 'Views'],
  ['collection', 'Views of collections']
]

/** What `fansite tables` prints: each table with its rows and columns. */
export function describeTables(tables: DescribedTable[]): string[] {
  return headings.flatMap(([kind, heading]) => {
    const ofKind = tables.filter((table) => table.kind === kind)
    return ofKind.length === 0 ? [] : [heading.toUpperCase(), '', ...ofKind.flatMap(described)]
  })
}

function described({ name, about, columns, rows }: DescribedTable): string[] {
  const width = Math.max(...columns.map((column) => column.name.length))
  const types = Math.max(...columns.map((column) => column.type.length))
  const lines = columns.map((column) =>
    `  ${column.name.padEnd(width)}  ${column.type.padEnd(types)}  ${column.about}`.trimEnd()
  )
  return [`${name} (${rows} ${rows === 1 ? 'row' : 'rows'})  ${about}`, ...lines, '']
}

/** The tables as Markdown, without what differs between mirrors: numbers of rows, and collections. */
export function tablesAsMarkdown(tables: DescribedTable[]): string {
  return headings
    .slice(0, 2)
    .flatMap(([kind, heading]) => [
      `## ${heading}`,
      ...tables.filter((table) => table.kind === kind).map(tableAsMarkdown)
    ])
    .join('\n\n')
}

function tableAsMarkdown({ name, about, columns }: DescribedTable): string {
  return `### \`${name}\`\n\n${about}\n\n${markdownTable(['column', 'type', 'meaning'], columns.map(cells))}`
}

function cells({ name, type, about }: DescribedColumn): string[] {
  return [`\`${name}\``, type, about]
}

/** A Markdown table; pipes and line breaks in cells are escaped. */
export function markdownTable(head: string[], rows: string[][]): string {
  const all = [head, head.map(() => '---'), ...rows]
  return all
    .map(
      (row) =>
        `| ${row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
    )
    .join('\n')
}
