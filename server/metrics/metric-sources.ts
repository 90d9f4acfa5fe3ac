/** Searches of the site. */
interface SearchNumbers {
  /** Searches run on the index. */
  readonly searches: number
  /** Answers that were cached. */
  readonly cached: number
  /** Time of the searches run on the index, waits for the index included. */
  readonly seconds: number
}

/** The publication that is served, and the last sync that has recorded a run. */
export interface PublicationNumbers {
  readonly generation: number
  readonly ageSeconds: number
  /** Since the last recorded run ended; undefined if the mirror records none. */
  readonly syncAgeSeconds: number | undefined
  readonly syncExitCode: number | undefined
}

/** Finished responses in memory, and the rendering that fills them. */
export interface ResponseNumbers {
  readonly hits: number
  readonly misses: number
  /** Hits of a response of an earlier publication, while the new one is rendered. */
  readonly staleHits: number
  /** Age of the oldest such response that is kept; 0 if there is none. */
  readonly oldestStaleSeconds: number
  readonly entries: number
  readonly bytes: number
  readonly renders: number
  readonly renderSeconds: number
  /** Renders after a publication, without a visitor that waits. */
  readonly refreshes: number
  /** Responses that wait to be rendered. */
  readonly queued: number
  /** Slots of the site's own components that failed, counted for each rendering. */
  readonly slotFailures: number
  /** Responses removed because their content was withdrawn. */
  readonly withdrawn: number
}

/** Mirror files that appeared at the path of the served one. */
interface MirrorNumbers {
  readonly swaps: number
  readonly refused: number
}

interface RedisNumbers {
  /** 1 while the circuit breaker keeps requests from Redis, else 0. */
  readonly breakerOpen: number
  readonly failures: number
}

/** Copies of the mirror for `/mirror.db`. */
interface DownloadNumbers {
  readonly copies: number
  readonly failures: number
}

/** What each source counts since the start of the process. */
export interface MetricSources {
  search: SearchNumbers
  publication: PublicationNumbers
  responses: ResponseNumbers
  mirror: MirrorNumbers
  redis: RedisNumbers
  downloads: DownloadNumbers
}

export interface SourceMetric<T> {
  name: string
  /** A counter only grows; a gauge is a current value. */
  type: 'counter' | 'gauge'
  help: string
  /** The value in the unit of the name; undefined leaves the sample out. */
  read: (numbers: T) => number | undefined
}

type Row<T> = [SourceMetric<T>['type'], string, SourceMetric<T>['read'], string]

/** The metrics of every source. */
export const sourceMetrics: { [K in keyof MetricSources]: SourceMetric<MetricSources[K]>[] } = {
  search: described<SearchNumbers>([
    ['counter', 'fansite_searches_total', (n) => n.searches, 'Searches run on the index.'],
    [
      'counter',
      'fansite_searches_cached_total',
      (n) => n.cached,
      'Searches answered from the cache.'
    ],
    [
      'counter',
      'fansite_search_seconds_total',
      (n) => n.seconds,
      'Time of the searches run on the index, waits for the index included.'
    ]
  ]),
  publication: described<PublicationNumbers>([
    ['gauge', 'fansite_generation', (n) => n.generation, 'Number of the publication served.'],
    [
      'gauge',
      'fansite_publication_age_seconds',
      (n) => n.ageSeconds,
      'Time since the publication served was written.'
    ],
    [
      'gauge',
      'fansite_sync_age_seconds',
      (n) => n.syncAgeSeconds,
      'Time since the end of the last sync that recorded its run.'
    ],
    [
      'gauge',
      'fansite_sync_exit_code',
      (n) => n.syncExitCode,
      'Exit code of the last sync that recorded its run.'
    ]
  ]),
  responses: described<ResponseNumbers>([
    ['counter', 'fansite_cache_hits_total', (n) => n.hits, 'Requests answered by a kept response.'],
    [
      'counter',
      'fansite_cache_misses_total',
      (n) => n.misses,
      'Requests whose response had to be made.'
    ],
    [
      'counter',
      'fansite_cache_stale_hits_total',
      (n) => n.staleHits,
      'Requests answered by a kept response of an earlier publication.'
    ],
    [
      'gauge',
      'fansite_cache_oldest_stale_seconds',
      (n) => n.oldestStaleSeconds,
      'Age of the oldest kept response of an earlier publication.'
    ],
    ['gauge', 'fansite_cache_entries', (n) => n.entries, 'Kept responses.'],
    ['gauge', 'fansite_cache_bytes', (n) => n.bytes, 'Size of the kept responses.'],
    ['gauge', 'fansite_renders_queued', (n) => n.queued, 'Responses that wait to be rendered.'],
    ['counter', 'fansite_renders_total', (n) => n.renders, 'Responses rendered.'],
    ['counter', 'fansite_render_seconds_total', (n) => n.renderSeconds, 'Time spent on rendering.'],
    [
      'counter',
      'fansite_refreshes_total',
      (n) => n.refreshes,
      'Responses rendered after a publication, before a request for them.'
    ],
    [
      'counter',
      'fansite_slot_failures_total',
      (n) => n.slotFailures,
      'Failures of components of the site, which its own components replaced.'
    ],
    [
      'counter',
      'fansite_cache_withdrawn_total',
      (n) => n.withdrawn,
      'Kept responses removed because their content was withdrawn.'
    ]
  ]),
  mirror: described<MirrorNumbers>([
    ['counter', 'fansite_mirror_swaps_total', (n) => n.swaps, 'Mirror files put into service.'],
    [
      'counter',
      'fansite_mirror_refused_total',
      (n) => n.refused,
      'Mirror files refused because they are damaged, older or unreadable.'
    ]
  ]),
  redis: described<RedisNumbers>([
    [
      'gauge',
      'fansite_redis_breaker_open',
      (n) => n.breakerOpen,
      '1 while Redis is not used because it failed, else 0.'
    ],
    ['counter', 'fansite_redis_failures_total', (n) => n.failures, 'Failed requests to Redis.']
  ]),
  downloads: described<DownloadNumbers>([
    [
      'counter',
      'fansite_download_copies_total',
      (n) => n.copies,
      'Copies of the mirror made for /mirror.db.'
    ],
    [
      'counter',
      'fansite_download_failures_total',
      (n) => n.failures,
      'Failed copies of the mirror for /mirror.db.'
    ]
  ])
}

function described<T>(rows: Row<T>[]): SourceMetric<T>[] {
  return rows.map(([type, name, read, help]) => ({ type, name, read, help }))
}
