/** Runs the page `/_data/query`. Its script, with the editor, is loaded on that page only. */
export function startQueryPage(root: HTMLElement, end: AbortSignal): void {
  const form = root.querySelector<HTMLFormElement>('.query-form')
  if (form) void start(form, end)
}

async function start(form: HTMLFormElement, end: AbortSignal): Promise<void> {
  const { startQuery } = await import('./start-query.ts')
  if (!end.aborted) startQuery(form, end)
}
