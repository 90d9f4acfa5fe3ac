import type { Damage } from '../../db/check/find-damage.ts'
import type { Flaw, Flaws } from '../../db/check/find-flaws.ts'
import type { IncompletePage } from './incomplete-pages.ts'

const LISTED_AT_MOST = 10

export interface CheckFindings {
  file: string
  damage: Damage[]
  /** False where no files stand beside the mirror. */
  are_assets_checked: boolean
  /** Undefined for a file that is too damaged to be asked. */
  flaws: Flaws | undefined
  /** Pages of which not all is shown as it was written. */
  incomplete_pages: IncompletePage[]
}

const headings: Record<keyof Flaws, string> = {
  broken_links: 'links that lead nowhere',
  orphan_pages: 'pages that no other page links to',
  unsupported_blocks: 'blocks and mentions that are drawn as a placeholder',
  cut_content: 'places where pages leave content out',
  duplicate_titles: 'pages with the title of another',
  duplicate_slugs: 'pages with the slug of another',
  uncomputed_values: 'rollups and formulas without a value, or not with all of it',
  misfit_values: 'values that do not fit the type of their property'
}

/** What `fansite check` prints. */
export function describeCheck(findings: CheckFindings, isAll: boolean): string[] {
  const { file, damage, are_assets_checked: areAssetsChecked, flaws, incomplete_pages } = findings
  const assets = areAssetsChecked
    ? ''
    : '; the files of its pages are not beside it, and not checked'
  const verdict =
    damage.length === 0
      ? [`${file} is whole${assets}`]
      : [
          damage.every(({ kind }) => kind === 'asset')
            ? `${file} lacks files; the next sync fetches them again`
            : `${file} is damaged; sync again with --full, or put a copy in its place${assets}`,
          ...listed(
            damage.map(({ kind, where, what }) => `${kind}: ${where}: ${what}`),
            isAll
          )
        ]
  const kinds = Object.entries(flaws ?? {}) as [keyof Flaws, Flaw[]][]
  return [
    ...verdict,
    ...kinds.flatMap(([kind, found]) => [
      `${found.length} ${headings[kind]}`,
      ...listed(
        found.map(({ path, what }) => `${path ?? 'on no page'}  ${what}`),
        isAll
      )
    ]),
    ...(flaws ? [`${incomplete_pages.length} pages of which not all is shown`] : []),
    ...listed(
      incomplete_pages.map(
        ({ path, placeholders, missing_targets, cuts }) =>
          `${path}  ${placeholders} placeholders, ${missing_targets} missing targets, ${cuts} cuts`
      ),
      isAll
    )
  ]
}

function listed(lines: string[], isAll: boolean): string[] {
  const shown = isAll ? lines : lines.slice(0, LISTED_AT_MOST)
  const rest = lines.length - shown.length
  return [...shown, ...(rest > 0 ? [`… and ${rest} more (--all)`] : [])].map((line) => `  ${line}`)
}
