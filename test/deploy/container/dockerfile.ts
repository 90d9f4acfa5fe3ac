/** An instruction of a Dockerfile, with its stage. */
export interface Instruction {
  stage: string
  name: string
  /** Everything after the name, on one line. */
  text: string
}

/** The instructions of a Dockerfile. Its comments are lines of their own. */
export function readDockerfile(text: string): Instruction[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  let stage = ''
  return lines.map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') stage = / AS (\S+)$/.exec(rest)?.[1] ?? rest
    return { stage, name, text: rest.trim() }
  })
}

/**
 * Whether a file of the clone is sent to the build. `ignored` has the lines of a `.dockerignore`: a pattern
 * begins at the root, unless it begins with `**` for any number of folders.
 */
export function isSent(file: string, ignored: string[]): boolean {
  return !ignored.some((pattern) => {
    const isAnywhere = pattern.startsWith('**/')
    const name = isAnywhere ? pattern.slice(3) : pattern
    const expression = name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
    return new RegExp(`^${isAnywhere ? '(.*/)?' : ''}${expression}(/|$)`).test(file)
  })
}
