import type { LanguageFn } from 'lowlight'

const subcommands =
  'align anchored as at facing if in on positioned rotated run store summon unless matches'

/** Grammar for Minecraft commands: names, selectors, ids, tags, numbers and paths. */
export const mcfunction: LanguageFn = (hljs) => ({
  name: 'mcfunction',
  contains: [
    hljs.COMMENT(/^\s*#/, /$/),
    // A macro line: `$(…)` is replaced when it runs.
    { scope: 'meta', match: /^\s*\$(?!\()/ },
    { scope: 'template-variable', match: /\$\([\w.-]+\)/ },
    { scope: 'keyword', match: /(?:^\s*\/?|\brun\s+)[a-z_]+\b/ },
    { scope: 'built_in', match: new RegExp(`\\b(?:${subcommands.replaceAll(' ', '|')})\\b`) },
    { scope: 'variable', match: /@[aenprs]\b/ },
    { scope: 'title', match: /#?[a-z0-9_.-]+:[a-z0-9_./-]+/ },
    hljs.QUOTE_STRING_MODE,
    hljs.APOS_STRING_MODE,
    { scope: 'literal', match: /\b(?:true|false)\b/ },
    { scope: 'attr', match: /\b[A-Za-z_][\w.]*(?=\s*[=:{])/ },
    { scope: 'number', match: /(?<![\w.])[~^]?-?\d*\.?\d+[bBsSlLfFdDt]?\b|[~^](?=\s|$)/ },
    { scope: 'variable', match: /(?<![\w:])[#$][\w.-]+/ }
  ]
})
