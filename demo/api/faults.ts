import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply } from 'fastify'

/** Faults of a call. Each was observed with the real API or its network path, or is possible. */
export type Fault =
  | 'rate-limit'
  | 'server-error'
  | 'bad-request'
  | 'locked-out'
  | 'html'
  | 'bad-json'
  | 'empty'
  | 'slow'
  | 'reset'
  | 'hang'
  | 'drip'
  | 'oversized'
  | 'truncate'
  | 'foreign'
  | 'partial'
  | 'bad-shape'
  | 'no-rows'
  | 'few-rows'
  | 'endless-chunks'

export interface FaultPlan {
  /** One is chosen at random, by the seed, for each affected call. */
  faults: Fault[]
  /** Share of the calls that are affected, 0 to 1. Default 1. */
  share?: number
  /** Number of calls before the first affected one. Default 0. */
  after?: number
  /** Maximum number of affected calls. Default no limit. */
  limit?: number
  /** Affects only this endpoint. Default all. */
  endpoint?: string
  /** Affects only calls that contain one of these ids. Default all. */
  ids?: string[]
  /** `Retry-After` of rate limits in seconds. Default no header. */
  retryAfter?: number
  seed?: number
}

const SLOW_MS = 400
const DRIP_MS = 50

/** Injects faults into API calls as planned; the plan may change while the API runs. */
export class FaultSwitch {
  /** Calls affected by the current plan. */
  hits = 0
  #plan: FaultPlan | undefined
  #passed = 0
  #random = randomNumbers(1)

  /** Sets the plan for the following calls; undefined ends all faults. */
  set(plan: FaultPlan | undefined): void {
    this.#plan = plan
    this.hits = 0
    this.#passed = 0
    this.#random = randomNumbers(plan?.seed ?? 1)
  }

  /** Adds the hooks that inject faults into `/api/v3/…`. */
  guard(app: FastifyInstance): void {
    const hit = new WeakMap<object, Fault>()
    app.addHook('preHandler', async (request, reply) => {
      const fault = this.#next(request.url, request.body)
      if (!fault) return
      hit.set(request, fault)
      await faults[fault].before?.(reply, this.#plan)
    })
    app.addHook('onSend', async (request, reply, payload) => {
      const fault = hit.get(request)
      if (!fault || typeof payload !== 'string') return payload
      const { change } = faults[fault]
      return change ? change(payload, { reply, random: this.#random }) : payload
    })
  }

  #next(url: string, body: unknown): Fault | undefined {
    const plan = this.#plan
    const endpoint = /^\/api\/v3\/(\w+)/.exec(url)?.[1]
    if (!plan || !endpoint || (plan.endpoint && plan.endpoint !== endpoint)) return undefined
    if (plan.ids && !names(body, plan.ids)) return undefined
    if (this.#passed++ < (plan.after ?? 0)) return undefined
    if (this.hits >= (plan.limit ?? Infinity) || this.#random() >= (plan.share ?? 1))
      return undefined
    this.hits++
    return plan.faults[Math.floor(this.#random() * plan.faults.length)]
  }
}

function names(body: unknown, ids: string[]): boolean {
  const text = JSON.stringify(body)
  return ids.some((id) => text.includes(id))
}

interface FaultKind {
  /** Replaces or delays the response. */
  before?: (reply: FastifyReply, plan: FaultPlan | undefined) => unknown
  /** Changes the response body; undefined if the fault already sent the response. */
  change?: (payload: string, context: ChangeContext) => unknown
}

interface ChangeContext {
  reply: FastifyReply
  random: () => number
}

const faults: Record<Fault, FaultKind> = {
  'rate-limit': {
    before: (reply, plan) => {
      if (plan?.retryAfter !== undefined) reply.header('retry-after', plan.retryAfter)
      const clientData = { type: 'rate_limited' }
      return reply.code(429).send({ errorId: '1', name: 'UserRateLimitResponse', clientData })
    }
  },
  'server-error': {
    before: (reply) =>
      reply.code(502).type('text/html').send('<html><title>502 Bad Gateway</title></html>')
  },
  'bad-request': {
    before: (reply) =>
      reply.code(400).send({ errorId: '1', name: 'ValidationError', message: 'Something is wrong' })
  },
  'locked-out': {
    before: (reply) =>
      reply.code(401).send({ errorId: '1', name: 'UnauthorizedError', message: 'Invalid session' })
  },
  html: {
    before: (reply) => reply.type('text/html').send('<html><title>Back soon</title></html>')
  },
  'bad-json': { before: (reply) => reply.type('application/json').send('{"recordMap": {') },
  empty: { before: (reply) => reply.send({ recordMap: {} }) },
  slow: { before: () => new Promise((resolve) => setTimeout(resolve, SLOW_MS)) },
  reset: {
    before: (reply) => {
      reply.hijack()
      reply.raw.destroy()
    }
  },
  // Hijacked and never answered; closing the API ends the connection.
  hang: { before: (reply) => reply.hijack() },
  drip: { before: drip },
  oversized: {
    before: (reply) => reply.type('application/json').send(Readable.from(oversizedBody()))
  },
  truncate: { change: (payload, { reply }) => sendHalf(reply, payload) },
  foreign: { change: foreignIds },
  partial: {
    change: (payload, { random }) =>
      changeRecords(payload, (boxes) => boxes.filter(() => random() < 0.5))
  },
  'bad-shape': { change: (payload) => changeRecords(payload, misshapenRecords) },
  'no-rows': {
    change: (payload) => payload.replaceAll(/"blockIds":\[[^\]]*\]/g, '"blockIds":[]')
  },
  // A row limit of the API itself, regardless of the requested number.
  'few-rows': {
    change: (payload) =>
      payload.replaceAll(/"blockIds":\[("[^"]*","[^"]*"),[^\]]*\][^}]*/g, (_, first: string) => {
        return `"blockIds":[${first}],"hasMore":true`
      })
  },
  // The end of a page, with a cursor that leads to the same place.
  'endless-chunks': {
    change: (payload) =>
      payload.replace('"cursor":{"stack":[]}', '"cursor":{"stack":[[{"index":200}]]}')
  }
}

/** Announces the whole body but sends half of it. */
function sendHalf(reply: FastifyReply, payload: string): undefined {
  const body = Buffer.from(payload)
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  reply.raw.write(body.subarray(0, body.length / 2), () => reply.raw.destroy())
}

/** Sends a byte every 50 ms until the client disconnects. */
function drip(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => reply.raw.write(' '), DRIP_MS)
  reply.raw.once('close', () => clearInterval(timer))
}

/** 40 MB of JSON, more than any real response. */
function* oversizedBody(): Iterable<string> {
  yield '{"recordMap": {"block": {}}, "more": "'
  for (let sent = 0; sent < 40; sent++) yield 'x'.repeat(1024 * 1024)
  yield '"}'
}

type Box = [id: string, box: object]

/** Changes the block records of a response. */
function changeRecords(payload: string, change: (boxes: Box[]) => Box[]): string {
  const response = JSON.parse(payload) as { recordMap?: { block?: Record<string, object> } }
  const { block } = response.recordMap ?? {}
  if (!response.recordMap || !block) return payload
  response.recordMap.block = Object.fromEntries(change(Object.entries(block)))
  return JSON.stringify(response)
}

/** Records other than the requested ones: all ids are replaced. */
function foreignIds(payload: string): string {
  return payload.replaceAll(/"[0-9a-f]{8}(-[0-9a-f]{4}-)/g, '"0f0f0f0f$1')
}

/** The last record, in its innermost box, loses its type, and its content is not a list. */
function misshapenRecords(boxes: Box[]): Box[] {
  return boxes.map(([id, box], index) => [id, index === boxes.length - 1 ? misshapen(box) : box])
}

function misshapen(part: { value?: object; type?: string }): object {
  if (part.value) return { ...part, value: misshapen(part.value) }
  const { type, ...others } = part
  return { ...others, kind: type, content: 'not a list' }
}

/** Numbers from 0 to 1 determined by the seed (a linear congruential generator). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
