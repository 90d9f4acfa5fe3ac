/** Loads the page again as soon as the site is ready, if it is the page shown until then. */
export function waitForSite(root: HTMLElement, end: AbortSignal): void {
  const seconds = Number(root.querySelector<HTMLElement>('[data-retry]')?.dataset['retry'])
  if (!seconds) return
  const timer = setInterval(() => {
    // A server that is away or limits requests is asked again. The site may have no page at this address.
    fetch(location.href, { method: 'HEAD' }).then(
      ({ status }) => status < 500 && status !== 429 && location.reload(),
      () => undefined
    )
  }, seconds * 1000)
  end.addEventListener('abort', () => clearInterval(timer))
}
