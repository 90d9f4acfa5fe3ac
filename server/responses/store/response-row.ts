import { sizeOf } from '../finished-response.ts'
import type { KeptResponse } from './kept-response.ts'

/** A response as the file of responses stores it. */
export interface ResponseRow {
  address: string
  /** JSON. */
  request: string
  tag: string
  /** JSON. */
  headers: string
  size: number
  stale_since: number | null
  made_at: number
  expires_at: number | null
  identity: Buffer
  gzip: Buffer | null
  br: Buffer | null
}

export function rowOf(
  address: string,
  kept: KeptResponse
): Omit<ResponseRow, 'identity' | 'gzip' | 'br'> {
  return {
    address,
    request: JSON.stringify(kept.request),
    tag: kept.tag,
    headers: JSON.stringify(kept.headers),
    size: sizeOf(kept),
    stale_since: kept.staleSince ?? null,
    made_at: kept.madeAt,
    expires_at: kept.expiresAt ?? null
  }
}

export function responseOf(row: ResponseRow): KeptResponse {
  const { identity, gzip, br } = row
  return {
    request: JSON.parse(row.request) as KeptResponse['request'],
    tag: row.tag,
    headers: JSON.parse(row.headers) as KeptResponse['headers'],
    staleSince: row.stale_since ?? undefined,
    madeAt: row.made_at,
    expiresAt: row.expires_at ?? undefined,
    bodies: { identity, ...(gzip && { gzip }), ...(br && { br }) }
  }
}
