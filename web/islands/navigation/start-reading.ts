import { store } from './browser-store.ts'

/**
 * Makes the size and width of the text in the page's menu work; `web/theme.ts` applies them on page load.
 * They are kept in the browser, like the theme.
 */
export function startReading(root: HTMLElement): void {
  const size = root.querySelector<HTMLInputElement>('.text-size')
  const width = root.querySelector<HTMLInputElement>('.text-width')
  if (!size || !width) return
  const { style, dataset } = document.documentElement
  size.value = String(Math.round(100 * Number(style.getPropertyValue('--text-size') || 1)))
  width.checked = dataset['textWidth'] === 'wide'
  for (const field of [size, width]) field.closest('li')?.removeAttribute('hidden')
  size.addEventListener('input', () => {
    style.setProperty('--text-size', String(Number(size.value) / 100))
    store('text-size', size.value)
  })
  width.addEventListener('change', () => {
    if (width.checked) dataset['textWidth'] = 'wide'
    else delete dataset['textWidth']
    store('text-width', width.checked ? 'wide' : 'usual')
  })
}
