import { LoadGenerator } from './load.ts'
import type { Bench } from './mirror.ts'
import type { Usage } from './processes.ts'
import { getRaw } from './recorded.ts'
import { startOurs } from './servers.ts'
import { paths } from './workspace.ts'

const READY_AT_MOST_S = 1
const READY_AT_MOST_MB = 250
const GROWTH_AT_MOST = 1.05
const VISITS_AT_ONCE = 8
const GOAL_PAGES = 10_000
/** Seconds of load before the first reading and between both. The heap grows for half a minute. */
const fullLoad = { early: 60, more: 120 }
const quickLoad = { early: 40, more: 20 }

/** Time and memory from the start of the process to the first 200 at `/readyz`. */
export async function benchStart({ mirror, report }: Bench): Promise<void> {
  const dataDir = await mirror.copy()
  const first = await startAndStop(dataDir, mirror)
  const second = await startAndStop(dataDir, mirror)
  const hasGoal = mirror.pages >= GOAL_PAGES
  const pages = `${mirror.pages} pages${hasGoal ? '' : ' (the goal is for 10,000)'}`
  report.add(
    {
      section: 'start',
      figure: `to ready with ${pages}, file served before, s`,
      ours: second.seconds.toFixed(2),
      yardstick: `new file ${first.seconds.toFixed(2)}`,
      ratio: second.seconds / first.seconds,
      measured: second.seconds,
      goal: { atMost: READY_AT_MOST_S }
    },
    {
      section: 'start',
      figure: `memory when ready with ${pages}, MB: main process + children`,
      ours: memory(second.usage),
      yardstick: `new file ${memory(first.usage)}`,
      measured: second.usage.mainMB + second.usage.childrenMB,
      goal: { atMost: READY_AT_MOST_MB }
    }
  )
}

async function startAndStop(
  dataDir: string,
  mirror: Bench['mirror']
): Promise<{ seconds: number; usage: Usage }> {
  const ours = await startOurs(dataDir, mirror)
  const usage = ours.usage()
  await ours.stop()
  return { seconds: ours.startMs / 1000, usage }
}

/** Resident memory: idle, after all pages, and during a load. */
export async function benchMemory(bench: Bench): Promise<void> {
  const { mirror, report } = bench
  const ours = await startOurs(await mirror.copy(), mirror)
  const load = new LoadGenerator(undefined)
  const add = (figure: string, usage: Usage) =>
    report.add({
      section: 'memory',
      figure: `${figure}, MB: main process + children`,
      ours: memory(usage)
    })
  try {
    add('idle', ours.usage())
    const visited = [...paths.calibrated, ...paths.fillers(mirror.fillers)]
    await visitAll(visited.map((each) => `${ours.origin}${each}`))
    add(`after ${visited.length} pages`, ours.usage())
    const { early: first, more } = bench.isFull ? fullLoad : quickLoad
    const job = { url: `${ours.origin}/size-30`, headers: {}, connections: 50 }
    await load.closed({ ...job, seconds: first })
    const early = ours.usage()
    await load.closed({ ...job, seconds: more })
    const late = ours.usage()
    report.add({
      section: 'memory',
      figure: `after ${first + more} s of load at 50 connections, MB: main process + children`,
      ours: memory(late),
      yardstick: `after ${first} s ${memory(early)}`,
      ratio: (late.mainMB + late.childrenMB) / (early.mainMB + early.childrenMB),
      goal: { atMost: GROWTH_AT_MOST }
    })
  } finally {
    await load.close()
    await ours.stop()
  }
}

async function visitAll(urls: string[]): Promise<void> {
  const left = urls.values()
  const visit = async () => {
    for (const url of left) {
      const { response } = await getRaw(url)
      if (response.statusCode !== 200) throw new Error(`${url} answers ${response.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: VISITS_AT_ONCE }, visit))
}

function memory({ mainMB, childrenMB }: Usage): string {
  return `${mainMB.toFixed(0)} + ${childrenMB.toFixed(0)}`
}
