import { setTimeout } from 'node:timers/promises'

import { loadModule } from '../../../server/process/load-module.js'

// Runs commands one after the other, each as `cli/bin.js` does in a process of its own.

const { main } = await loadModule(new URL('../../../cli/fansite.ts', import.meta.url))

// Each command listens to them.
for (const each of [process, process.stdout, process.stderr]) each.setMaxListeners(0)

process.on('message', async (command) => {
  process.send(await run(command))
})
process.on('disconnect', () => process.exit())

async function run({ args, env, cwd }) {
  const folder = process.cwd()
  if (cwd !== undefined) {
    // It starts its process in the folder in which it was loaded, which must not be removed.
    await import('esbuild')
    process.chdir(cwd)
  }
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, { NODE_ENV: 'production', ...env })
  const before = activeResources()
  const restore = [collect(process.stdout), collect(process.stderr)]
  process.exitCode = undefined
  const code = await main([process.execPath, 'fansite', ...args])
  process.exitCode = undefined
  process.chdir(folder)
  // A process of its own would not end before.
  while (activeResources() > before) await setTimeout(1)
  const [stdout, stderr] = restore.map((end) => end())
  return { code, stdout, stderr }
}

/** What keeps this process running, besides the loop that asks. */
function activeResources() {
  return process.getActiveResourcesInfo().filter((name) => name !== 'Immediate').length
}

/** Keeps what is written to a stream; the returned function ends that and returns it. */
function collect(stream) {
  const parts = []
  const { write } = stream
  stream.write = (part, ...rest) => {
    parts.push(Buffer.from(part))
    const done = rest.find((each) => typeof each === 'function')
    if (done) process.nextTick(done)
    return true
  }
  return () => {
    stream.write = write
    return Buffer.concat(parts).toString()
  }
}
