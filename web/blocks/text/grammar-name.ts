/** Grammars by Notion's language names, if the two differ in more than case. */
const grammars = new Map([
  ['assembly', 'x86asm'],
  ['c#', 'csharp'],
  ['c++', 'cpp'],
  ['docker', 'dockerfile'],
  ['f#', 'fsharp'],
  ['flow', 'javascript'],
  ['html', 'xml'],
  ['java/c/c++/c#', 'cpp'],
  ['llvm ir', 'llvm'],
  ['markup', 'xml'],
  ['objective-c', 'objectivec'],
  ['pascal', 'delphi'],
  ['purescript', 'haskell'],
  ['racket', 'scheme'],
  ['reason', 'reasonml'],
  ['sass', 'scss'],
  ['shell', 'bash'],
  ['toml', 'ini'],
  ['vb.net', 'vbnet'],
  ['visual basic', 'vbnet'],
  ['webassembly', 'wasm']
])

/** The grammar name for one of Notion's language names; such a grammar need not exist. */
export function grammarName(language: string): string {
  const name = language.trim().toLowerCase()
  return grammars.get(name) ?? name
}
