import type { Damage } from '../../db/check/find-damage.ts'
import type { Flaws } from '../../db/check/find-flaws.ts'
import type { Flaw } from '../../db/check/flaw.ts'
import type { IncompletePage } from './incomplete-pages.ts'
import { counted } from '../formats/quantities.ts'

const LISTED_AT_MOST = 10

/** The findings of `fansite check`; the keys of its `--json` document. */
export interface CheckFindings {
  file: string
  damage: Damage[]
  /** False when the mirror has no `assets` folder beside it. */
  are_assets_checked: boolean
  /** Undefined when the mirror is too damaged to be queried. */
  flaws: Flaws | undefined
  /** Pages that do not show all of their content. */
  incomplete_pages: IncompletePage[]
  /** Properties that are named like the one that marks spoilers, and cannot mark. */
  useless_spoiler_properties: Flaw[]
  /** Keys of the texts of the interface that are in English on a site in another language. */
  untranslated_texts: string[]
}

/** The noun of each kind, and what follows it in a heading. */
const headings: Record<keyof Flaws, [noun: string, rest: string]> = {
  broken_links: ['broken link', ''],
  orphan_pages: ['orphan page', ', to which no other page links'],
  unsupported_blocks: ['placeholder', ' for unsupported blocks and mentions'],
  cut_content: ['place', ' where content is truncated'],
  duplicate_titles: ['page', ' with the same title as another page'],
  duplicate_slugs: ['page', ' with the same slug as another page'],
  uncomputed_values: ['incomplete value', ' of rollups and formulas'],
  misfit_values: ['value', ' of another type than the property']
}

/** The output of `fansite check`, by line; `isAll` lists every finding instead of ten of a kind. */
export function describeCheck(findings: CheckFindings, isAll: boolean): string[] {
  const { file, damage, are_assets_checked: areAssetsChecked, flaws, incomplete_pages } = findings
  const { untranslated_texts: untranslated, useless_spoiler_properties: useless } = findings
  const assets = areAssetsChecked
    ? ''
    : '; the files of its pages were not checked, because it has no assets folder beside it'
  const verdict =
    damage.length === 0
      ? [`${file} is intact${assets}`]
      : [
          damage.every(({ kind }) => kind === 'asset')
            ? `${file} is intact, but files of its pages are missing or corrupted; the next sync fetches them again, or "fansite clone" with --files in a clone of a site`
            : `${file} is damaged; run "fansite sync --full", or replace it with a copy${assets}`,
          ...listed(
            damage.map(({ kind, where, what }) => `${kind}: ${where}: ${what}`),
            isAll
          )
        ]
  const kinds = Object.entries(flaws ?? {}) as [keyof Flaws, Flaw[]][]
  return [
    ...verdict,
    ...(useless.length > 0
      ? [`warning: properties that should mark spoilers but cannot: ${useless.length}`]
      : []),
    ...listed(useless.map(flawLine), isAll),
    ...kinds.flatMap(([kind, found]) => [
      headingOf(kind, found.length),
      ...listed(found.map(flawLine), isAll)
    ]),
    ...(flaws
      ? [`${counted(incomplete_pages.length, 'page')} with content that is not shown`]
      : []),
    ...listed(
      incomplete_pages.map(
        ({ path, placeholders, missing_targets, cuts }) =>
          `${path}  ${counted(placeholders, 'placeholder')}, ${counted(missing_targets, 'missing target')}, ${counted(cuts, 'truncation')}`
      ),
      isAll
    ),
    ...(untranslated.length > 0
      ? [
          `${counted(untranslated.length, 'text')} of the interface in English; see docs/languages.md`
        ]
      : []),
    ...listed(untranslated, isAll)
  ]
}

function headingOf(kind: keyof Flaws, found: number): string {
  const [noun, rest] = headings[kind]
  return counted(found, noun) + rest
}

function flawLine({ path, what }: Flaw): string {
  return `${path ?? '(no page)'}  ${what}`
}

function listed(lines: string[], isAll: boolean): string[] {
  const shown = isAll ? lines : lines.slice(0, LISTED_AT_MOST)
  const rest = lines.length - shown.length
  return [...shown, ...(rest > 0 ? [`… and ${rest} more (--all)`] : [])].map((line) => `  ${line}`)
}
