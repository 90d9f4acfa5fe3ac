import { Names } from './names.ts'

/** Shows the results on the search page of a folder of files, whose script is loaded only there. */
export function startFolderSearch(root: HTMLElement): void {
  const place = root.querySelector<HTMLElement>('[data-folder-search]')
  if (!place) return
  void import('../shards/results-page.tsx').then(
    async ({ showResults }) => showResults(place, new Names()),
    () => (place.textContent = place.dataset['failed'] ?? '')
  )
}
