import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { onFinished } from '../support/on-finished.ts'

export const isInstalled = (...command: [string, ...string[]]) =>
  spawnSync(command[0], command.slice(1), { stdio: 'ignore' }).error === undefined

/** What is missing on this machine; undefined if nginx can run. */
export const missingOfNginx = isInstalled('nginx', '-v') ? undefined : 'nginx is not installed'

/** Runs nginx in a folder until the test or file ends. `http` is the content of its `http` block. */
export async function runNginx(
  folder: string,
  { http, isReady }: { http: string; isReady: () => Promise<boolean> }
): Promise<void> {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  writeFileSync(path.join(folder, 'site.conf'), http)
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;
     events {} http { access_log off; ${paths} include ${folder}/site.conf; }`
  )
  await runUntilReady(['nginx', '-p', folder, '-c', file], isReady)
}

/** Starts a server and waits until it answers. It is stopped when the test or file ends. */
export async function runUntilReady(
  [program, ...args]: [string, ...string[]],
  isReady: () => Promise<boolean>
): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => (output += part.toString()))
  }
  const ended = once(child, 'exit')
  onFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  while (child.exitCode === null) {
    if (await isReady()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${program} did not start: ${output}`)
}
