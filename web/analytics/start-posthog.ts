import { posthog } from 'posthog-js/dist/module.slim.no-external.js'

import type { Counter } from './start-analytics.ts'

/**
 * Starts PostHog for page views only. The slim build has no autocapture, recorder or toolbar, and
 * loads nothing else from its host. Its storage ends with the tab.
 */
export function startPostHog(key: string, host: string): Counter {
  posthog.init(key, {
    api_host: host,
    autocapture: false,
    capture_pageview: false,
    capture_pageleave: false,
    capture_performance: false,
    capture_dead_clicks: false,
    capture_exceptions: false,
    enable_heatmaps: false,
    disable_session_recording: true,
    disable_surveys: true,
    disable_external_dependency_loading: true,
    advanced_disable_flags: true,
    advanced_disable_toolbar_metrics: true,
    respect_dnt: true,
    // Bots are counted too and marked with `$browser_type`, so that PostHog can filter them.
    opt_out_useragent_filter: true,
    persistence: 'sessionStorage',
    person_profiles: 'identified_only',
    // There is one event per page; a batched event would be lost when the visitor leaves.
    request_batching: false
  })
  return ({ url, title, referrer }) => {
    posthog.capture('$pageview', { $current_url: url, title, $referrer: referrer || '$direct' })
  }
}
