/** Grammars by the workspace's names for languages, where the two differ in more than their letters' case. */
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

/** The grammar that may fit a language as the workspace names it; it may be one that nobody has. */
export function grammarName(language: string): string {
  const name = language.trim().toLowerCase()
  return grammars.get(name) ?? name
}
