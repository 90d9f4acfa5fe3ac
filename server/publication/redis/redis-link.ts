import type { Redis } from 'ioredis'

import { messageOf } from '../../../site/formats/error-message.ts'
import { Announcements } from './announcements.ts'
import { isReadyWithin, openClient, openSubscriber } from './redis-client.ts'
import { type RedisSettings, nameIn } from './redis-settings.ts'
import { RedisCache } from './shared-cache.ts'

const PUBLISHED = 'published'
/** A sync may be shorter than the first attempt to connect. */
const ANNOUNCE_WAIT_MS = 1000

/** What a process uses Redis for. Each of it may fail; the site works without it. */
export interface RedisLink {
  cache: RedisCache
  /** Tells all servers that a generation has been published. False if Redis was not reached in time. */
  announce: (generation: number) => Promise<boolean>
  /** Calls `onPublished` after each announcement, and after each connection, since messages may have been missed. */
  listen: (onPublished: () => void) => Promise<void>
  /** Resolves when the first connection has succeeded or failed. */
  settled: Promise<void>
  close: () => void
}

/**
 * Connects in the background. `onFailure` receives each reason once, without the password, until a
 * connection succeeds. `timeoutMs` is how long a read or a write may take, 50 by default.
 */
export async function openRedis(
  settings: RedisSettings,
  onFailure: (error: Error) => void,
  timeoutMs?: number
): Promise<RedisLink> {
  const client = await openClient(settings, timeoutMs)
  const report = reporter(settings, onFailure)
  const clients = [watched(client, report)]
  const channel = nameIn(settings, PUBLISHED)
  const settled = firstOutcome(client)
  return {
    cache: new RedisCache(client, { settings, onFailure: report.fail, timeoutMs }),
    settled,
    announce: async (generation) => {
      // The reason why there is no connection is reported already.
      if (!(await isReadyWithin(client, ANNOUNCE_WAIT_MS))) return false
      return client.publish(channel, String(generation)).then(
        () => true,
        (error: unknown) => {
          report.fail(error)
          return false
        }
      )
    },
    listen: async (onPublished) => {
      const announcements = new Announcements(onPublished)
      const subscriber = watched(await openSubscriber(settings), report)
      clients.push(subscriber)
      subscriber.on('message', () => announcements.notice())
      subscriber.on('ready', () => announcements.notice())
      subscriber.on('close', () => announcements.stop())
      subscriber.subscribe(channel).catch(report.fail)
    },
    close: () => {
      report.stop()
      for (const each of clients) each.disconnect()
    }
  }
}

interface Reporter {
  fail: (error: unknown) => void
  recover: () => void
  /** Commands that fail because the process has closed its connection are no failures. */
  stop: () => void
}

/** Reports messages only: an error of ioredis has the arguments of its command, such as the password. */
function reporter({ password }: RedisSettings, onFailure: (error: Error) => void): Reporter {
  const reported = new Set<string>()
  let isStopped = false
  return {
    fail: (error) => {
      const text = messageOf(error) || String(error)
      const message = password ? text.replaceAll(password, '…') : text
      if (isStopped || reported.has(message)) return
      reported.add(message)
      onFailure(new Error(`Redis: ${message}`))
    },
    recover: () => reported.clear(),
    stop: () => {
      isStopped = true
    }
  }
}

function watched(client: Redis, { fail, recover }: Reporter): Redis {
  return client.on('error', fail).on('ready', recover)
}

function firstOutcome(client: Redis): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['ready', 'close', 'end']) client.once(event, () => resolve())
  })
}
