import { isReadyWithin, openClient } from '../../../server/publication/redis/redis-client.ts'
import type { RedisSettings } from '../../../server/publication/redis/redis-settings.ts'
import type { Context } from '../context.ts'
import { type Finding, errorCode } from '../finding.ts'
import { messageOf } from '../../../site/formats/error-message.ts'

const CONNECT_MS = 2000

/** Whether Redis answers, if the site uses it. */
export async function checkRedis({ config, environment }: Context): Promise<Finding[]> {
  if (!config || !environment) {
    return [{ status: 'skipped', code: 'no_configuration', what: 'the configuration is not valid' }]
  }
  if (!config.isRedisEnabled) {
    return [{ status: 'ok', code: 'redis_off', what: 'isRedisEnabled is false' }]
  }
  const { host, port, password } = environment.redis
  const error = await tryRedis(environment.redis)
  if (!error) {
    return [{ status: 'ok', code: 'redis', what: `Redis answers at ${host}:${port}` }]
  }
  const message = messageOf(error) || errorCode(error)
  const reason = password ? message.replaceAll(password, '…') : message
  return [
    {
      status: 'failure',
      code: 'redis_unreachable',
      what: `Redis does not answer at ${host}:${port}: ${reason}`,
      remedy:
        'start it, correct REDIS_URL or REDIS_HOST, REDIS_PORT and REDIS_PASSWORD, or set isRedisEnabled to false',
      facts: { error: errorCode(error) }
    }
  ]
}

/** The error; undefined if Redis answers. */
async function tryRedis(settings: RedisSettings): Promise<unknown> {
  const client = await openClient(settings)
  let failure: unknown
  client.on('error', (error) => (failure ??= error))
  try {
    if (!(await isReadyWithin(client, CONNECT_MS))) {
      return failure ?? new Error(`no connection within ${CONNECT_MS} ms`)
    }
    await client.ping()
    return undefined
  } catch (error) {
    return error
  } finally {
    client.disconnect()
  }
}
