/** How to reach Redis, from `REDIS_URL` or the variables beside it. */
export interface RedisSettings {
  host: string
  port: number
  username: string | undefined
  password: string | undefined
  /** Number of the database. */
  db: number
  /** Whether the connection is encrypted. */
  isTls: boolean
  /** Prefix of all keys and channels, without the colon behind it. */
  namespace: string
}

/** The full name of a key or a channel. */
export function nameIn({ namespace }: Pick<RedisSettings, 'namespace'>, name: string): string {
  return `${namespace}:${name}`
}
