import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'

import { type CommandResult, runCommand } from '../support/command.ts'
import { listening } from '../support/run/listening.ts'
import { tempDir } from '../support/temp-dir.ts'

/**
 * A command for `FANSITE` of the scripts. It runs `fansite` in the process that the tests of a worker
 * share: most of the time of a pull is the start of such processes.
 */
export async function sharedFansite(): Promise<string> {
  const server = createServer((socket) => {
    let request = ''
    socket.on('data', (part) => {
      request += part.toString()
      if (!request.endsWith('\n\n')) return
      const args = request.trimEnd().split('\n')
      void runCommand(args).then((result) => socket.end(asScript(result)))
    })
  })
  const script = path.join(tempDir(), 'fansite.sh')
  writeFileSync(
    script,
    `exec 3<>/dev/tcp/127.0.0.1/${await listening(server)}
     printf '%s\\n' "$@" '' >&3
     eval "$(cat <&3)"`
  )
  return `bash ${script}`
}

/** Shell commands that do what a process with this result did. */
function asScript({ code, stdout, stderr }: CommandResult): string {
  return `printf %s ${quoted(stdout)}; printf %s ${quoted(stderr)} >&2; exit ${code ?? 1}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
