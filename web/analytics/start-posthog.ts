import { posthog } from 'posthog-js/dist/module.slim.no-external.js'

import type { Counter } from './start-analytics.ts'

/**
 * Starts PostHog for page views alone: the slim build brings no autocapture, recorder or toolbar, and
 * nothing more is fetched from its host. What it remembers goes with the tab.
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
    // What looks like a program is sent too, marked as one (`$browser_type`), and can be left out there.
    opt_out_useragent_filter: true,
    persistence: 'sessionStorage',
    person_profiles: 'identified_only',
    // One event a page: kept back, it would be lost when the visitor leaves.
    request_batching: false
  })
  return ({ url, title, referrer }) => {
    posthog.capture('$pageview', { $current_url: url, title, $referrer: referrer || '$direct' })
  }
}
