/** A counter only grows since the start of the process; a gauge is a current value. */
type Metric = readonly [type: 'counter' | 'gauge', name: string, help: string]

/** The metrics of each source, by the number that they show, which is in the unit of the name. */
export const sourceMetrics = {
  search: {
    searches: ['counter', 'fansite_searches_total', 'Searches run on the index.'],
    cached: ['counter', 'fansite_searches_cached_total', 'Searches answered from the cache.'],
    seconds: [
      'counter',
      'fansite_search_seconds_total',
      'Time of the searches run on the index, waits for the index included.'
    ]
  },
  publication: {
    generation: ['gauge', 'fansite_generation', 'Number of the publication served.'],
    ageSeconds: [
      'gauge',
      'fansite_publication_age_seconds',
      'Time since the publication served was written.'
    ],
    syncAgeSeconds: [
      'gauge',
      'fansite_sync_age_seconds',
      'Time since the end of the last sync that recorded its run.'
    ],
    syncExitCode: [
      'gauge',
      'fansite_sync_exit_code',
      'Exit code of the last sync that recorded its run.'
    ]
  },
  responses: {
    hits: ['counter', 'fansite_cache_hits_total', 'Requests answered by a kept response.'],
    misses: ['counter', 'fansite_cache_misses_total', 'Requests whose response had to be made.'],
    staleHits: [
      'counter',
      'fansite_cache_stale_hits_total',
      'Requests answered by a kept response of an earlier publication.'
    ],
    oldestStaleSeconds: [
      'gauge',
      'fansite_cache_oldest_stale_seconds',
      'Age of the oldest kept response of an earlier publication.'
    ],
    entries: ['gauge', 'fansite_cache_entries', 'Kept responses.'],
    bytes: ['gauge', 'fansite_cache_bytes', 'Size of the kept responses.'],
    queued: ['gauge', 'fansite_renders_queued', 'Responses that wait to be rendered.'],
    renders: ['counter', 'fansite_renders_total', 'Responses rendered.'],
    renderSeconds: ['counter', 'fansite_render_seconds_total', 'Time spent on rendering.'],
    refreshes: [
      'counter',
      'fansite_refreshes_total',
      'Responses rendered after a publication, before a request for them.'
    ],
    slotFailures: [
      'counter',
      'fansite_slot_failures_total',
      'Failures of components of the site, which its own components replaced.'
    ],
    withdrawn: [
      'counter',
      'fansite_cache_withdrawn_total',
      'Kept responses removed because their content was withdrawn.'
    ]
  },
  mirror: {
    swaps: ['counter', 'fansite_mirror_swaps_total', 'Mirror files put into service.'],
    refused: [
      'counter',
      'fansite_mirror_refused_total',
      'Mirror files refused because they are damaged, older or unreadable.'
    ]
  },
  redis: {
    breakerOpen: [
      'gauge',
      'fansite_redis_breaker_open',
      '1 while Redis is not used because it failed, else 0.'
    ],
    failures: ['counter', 'fansite_redis_failures_total', 'Failed requests to Redis.']
  },
  downloads: {
    copies: [
      'counter',
      'fansite_download_copies_total',
      'Copies of the mirror made for /mirror.db.'
    ],
    failures: [
      'counter',
      'fansite_download_failures_total',
      'Failed copies of the mirror for /mirror.db.'
    ]
  }
} as const satisfies Record<string, Record<string, Metric>>

/** The numbers of each source; undefined leaves the sample out. */
export type MetricSources = {
  [Source in keyof typeof sourceMetrics]: Readonly<
    Record<keyof (typeof sourceMetrics)[Source], number | undefined>
  >
}
