import type { FastifyInstance, FastifyReply } from 'fastify'

/** What can go wrong with a call; each is something the real API or the way to it has done. */
export type Fault =
  | 'rate-limit'
  | 'server-error'
  | 'reset'
  | 'hang'
  | 'truncate'
  | 'html'
  | 'empty'
  | 'slow'

export interface FaultPlan {
  /** Chosen at random, by the seed, for each call that is hit. */
  faults: Fault[]
  /** Part of the calls that is hit, 0 to 1. Default all. */
  share?: number
  /** Calls let through before the first is hit. Default none. */
  after?: number
  /** Calls hit in all; later ones are answered. Default no limit. */
  limit?: number
  /** Only calls of this endpoint. Default all. */
  endpoint?: string
  /** `Retry-After` of rate limits, in seconds; absent when undefined. */
  retryAfter?: number
  seed?: number
}

const SLOW_MS = 400

/** Makes calls go wrong as a plan says; the plan may be changed while the API runs. */
export class FaultSwitch {
  /** Calls hit so far by the current plan. */
  hits = 0
  #plan: FaultPlan | undefined
  #passed = 0
  #random = randomNumbers(1)

  /** Follows a new plan from the next call on; undefined for calm. */
  set(plan: FaultPlan | undefined): void {
    this.#plan = plan
    this.hits = 0
    this.#passed = 0
    this.#random = randomNumbers(plan?.seed ?? 1)
  }

  /** Stands between the calls to `/api/v3/…` and their answers. */
  guard(app: FastifyInstance): void {
    app.addHook('preHandler', async (request, reply) => {
      const fault = this.#next(request.url)
      if (fault) await refusals[fault]?.(reply, this.#plan)
      if (fault === 'truncate') reply.raw.setHeader('x-fault', 'truncate')
    })
    app.addHook('onSend', async (_request, reply, payload) => {
      if (reply.raw.getHeader('x-fault') !== 'truncate' || typeof payload !== 'string')
        return payload
      cutShort(reply, payload)
      return undefined
    })
  }

  #next(url: string): Fault | undefined {
    const plan = this.#plan
    const endpoint = /^\/api\/v3\/(\w+)/.exec(url)?.[1]
    if (!plan || !endpoint || (plan.endpoint && plan.endpoint !== endpoint)) return undefined
    if (this.#passed++ < (plan.after ?? 0)) return undefined
    if (this.hits >= (plan.limit ?? Infinity) || this.#random() >= (plan.share ?? 1))
      return undefined
    this.hits++
    return plan.faults[Math.floor(this.#random() * plan.faults.length)]
  }
}

type Refusal = (reply: FastifyReply, plan: FaultPlan | undefined) => unknown

const refusals: Partial<Record<Fault, Refusal>> = {
  'rate-limit': (reply, plan) => {
    if (plan?.retryAfter !== undefined) reply.header('retry-after', plan.retryAfter)
    const clientData = { type: 'rate_limited' }
    return reply.code(429).send({ errorId: '1', name: 'UserRateLimitResponse', clientData })
  },
  'server-error': (reply) =>
    reply.code(502).type('text/html').send('<html><title>502 Bad Gateway</title></html>'),
  html: (reply) => reply.type('text/html').send('<html><title>Back soon</title></html>'),
  empty: (reply) => reply.send({ recordMap: {} }),
  slow: () => new Promise((resolve) => setTimeout(resolve, SLOW_MS)),
  reset: (reply) => {
    reply.hijack()
    reply.raw.destroy()
  },
  // Taken over and never answered; closing the API ends the connection.
  hang: (reply) => reply.hijack()
}

/** Announces the whole body and sends half of it. */
function cutShort(reply: FastifyReply, payload: string): void {
  const body = Buffer.from(payload)
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  reply.raw.write(body.subarray(0, body.length / 2), () => reply.raw.destroy())
}

/** Numbers from 0 to 1 that a seed decides (a linear congruential generator: any even spread will do). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
