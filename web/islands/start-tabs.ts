/** Turns labelled panels into tabs, with keyboard support; `open-targets.ts` opens that of a fragment. */
export function startTabs(root: HTMLElement): void {
  for (const box of root.querySelectorAll<HTMLElement>('.tabs')) {
    const panels = [...box.children].filter((child) => child instanceof HTMLElement)
    if (panels.length > 0) makeTabs(box, panels)
  }
}

function makeTabs(box: HTMLElement, panels: HTMLElement[]): void {
  const list = document.createElement('div')
  list.className = 'tab-list'
  list.role = 'tablist'
  const tabs = panels.map((panel) => makeTab(panel))
  const select = (chosen: number) => {
    for (const [index, tab] of tabs.entries()) {
      tab.ariaSelected = String(index === chosen)
      tab.tabIndex = index === chosen ? 0 : -1
      // Find in page and links to an anchor still reach the content of a hidden panel.
      if (index === chosen) panels[index]?.removeAttribute('hidden')
      else panels[index]?.setAttribute('hidden', 'until-found')
    }
  }
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => select(index))
    panels[index]?.addEventListener('beforematch', () => select(index))
  }
  list.addEventListener('keydown', (event) => {
    // With a modifier key, browsers go back and forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = nextTab(event.key, tabs)
    if (!next) return
    event.preventDefault()
    next.focus()
    next.click()
  })
  list.append(...tabs)
  box.prepend(list)
  box.classList.add('is-ready')
  select(0)
}

function makeTab(panel: HTMLElement): HTMLButtonElement {
  const label = panel.querySelector('.tab-label')
  const tab = document.createElement('button')
  tab.type = 'button'
  tab.role = 'tab'
  if (label) tab.append(...contentOf(label))
  panel.role = 'tabpanel'
  if (label?.id) {
    panel.id = `${label.id}-panel`
    tab.setAttribute('aria-controls', panel.id)
  }
  return tab
}

/**
 * Copies of what a label contains, with names that are covered until a reader has read their chapter. A
 * button has no links in it.
 */
function contentOf(label: Element): ChildNode[] {
  const copy = label.cloneNode(true) as Element
  for (const link of copy.querySelectorAll('a, button')) link.replaceWith(...link.childNodes)
  return [...copy.childNodes]
}

function nextTab(key: string, tabs: HTMLButtonElement[]): HTMLButtonElement | undefined {
  const at = tabs.findIndex((tab) => tab.ariaSelected === 'true')
  switch (key) {
    case 'ArrowRight':
      return tabs[(at + 1) % tabs.length]
    case 'ArrowLeft':
      return tabs.at(at - 1)
    case 'Home':
      return tabs[0]
    case 'End':
      return tabs.at(-1)
    default:
      return undefined
  }
}
