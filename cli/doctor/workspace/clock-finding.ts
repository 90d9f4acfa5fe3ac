import type { Finding } from '../finding.ts'

/** A slow response delays its header, which has whole seconds. */
const EASY_MS = 60_000
/** Certificates and relative dates are wrong by then. */
const WRONG_MS = 10 * 60_000

/** Compares the clock of this machine, in UTC milliseconds, with the `Date` header of a response. */
export function clockFinding(date: string | null, now: number): Finding {
  const sent = date === null ? NaN : Date.parse(date)
  if (!Number.isFinite(sent)) {
    const what = 'the workspace sends no date to compare with'
    return { status: 'skipped', code: 'no_date', what }
  }
  const skewMs = now - sent
  const facts = { skew_s: Math.round(skewMs / 1000) }
  const what = `the clock is ${described(Math.abs(skewMs))} ${skewMs < 0 ? 'behind' : 'ahead of'} that of the workspace`
  if (Math.abs(skewMs) < EASY_MS) {
    return { status: 'ok', code: 'clock', what: 'the clock agrees with the workspace', facts }
  }
  const remedy = 'set it by NTP, for example with "timedatectl set-ntp true"'
  const status = Math.abs(skewMs) < WRONG_MS ? 'warning' : 'failure'
  return { status, code: 'clock_wrong', what, remedy, facts }
}

function described(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} minutes`
}
