/** Escape hides the card of a mentioned link until the pointer or the focus comes again. */
export function startMentionCards(root: HTMLElement, end: AbortSignal): void {
  const dismiss = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    const shown = root.querySelectorAll<HTMLElement>('.link-mention:is(:hover, :focus-within)')
    for (const mention of shown) {
      mention.dataset['dismissed'] = ''
      const show = () => delete mention.dataset['dismissed']
      mention.addEventListener('pointerleave', show, { once: true })
      mention.addEventListener('focusout', show, { once: true })
    }
  }
  document.addEventListener('keydown', dismiss, { signal: end })
}
