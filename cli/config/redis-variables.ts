import type { RedisSettings } from '../../server/publication/redis/redis-settings.ts'

interface RedisVariables {
  REDIS_URL?: string | undefined
  REDIS_HOST?: string | undefined
  REDIS_PORT?: number | undefined
  REDIS_PASSWORD?: string | undefined
  REDIS_NAMESPACE?: string | undefined
}

const DEFAULT_PORT = 6379

/** Whether a text is the address of a Redis server; its path may be the number of a database. */
export function isRedisUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, search, username, password } = new URL(text)
  const isPlain = /^(\/\d{0,3})?$/.test(pathname) && search === '' && hostname !== ''
  return /^rediss?:$/.test(protocol) && isPlain && isDecodable(username) && isDecodable(password)
}

/** The server of `REDIS_URL`; without it, that of the other variables. */
export function readRedisSettings(values: RedisVariables): RedisSettings {
  const namespace = (values.REDIS_NAMESPACE ?? 'fansite').replace(/:+$/, '') || 'fansite'
  if (values.REDIS_URL !== undefined) return { ...serverOf(new URL(values.REDIS_URL)), namespace }
  return {
    host: values.REDIS_HOST ?? '127.0.0.1',
    port: values.REDIS_PORT ?? DEFAULT_PORT,
    username: undefined,
    password: values.REDIS_PASSWORD,
    db: 0,
    isTls: false,
    namespace
  }
}

function serverOf(url: URL): Omit<RedisSettings, 'namespace'> {
  return {
    // Without the brackets of an IPv6 address.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    db: Number(url.pathname.slice(1)),
    isTls: url.protocol === 'rediss:'
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
