import { CardBox } from './card-box.ts'
import { cardLinkOf, isTouchOver } from './start-link-cards.ts'

/** Milliseconds until a card opens at the pointer, the focus or a long press, and until it closes. */
const delays = { pointer: 250, focus: 400, press: 500, leave: 250 }
/** Pixels that a finger moves at most during a long press. */
const MAX_MOVE = 10

/** Starts the cards; `event` is the first that concerns a link, none if it is over already. */
export function openLinkCards(event?: Event): void {
  document.documentElement.classList.add('with-link-cards')
  const box = new CardBox()
  const expect = delayed()
  const listeners = { ...pointerListeners(box, expect), ...pressListeners(box, expect) }
  for (const [type, listener] of Object.entries<(event: never) => void>(listeners)) {
    // In the capture phase, before the router and the browser follow the link under a long press.
    document.addEventListener(type, listener as EventListener, { capture: true })
  }
  const close = () => {
    expect.cancel()
    box.close()
  }
  for (const type of ['popstate', 'pagehide']) addEventListener(type, close)
  if (event?.type === 'focusin') listeners.focusin(event)
  else if (event?.type === 'pointerover') listeners.pointerover(event as PointerEvent)
  else if (event) listeners.pointerdown(event as PointerEvent)
}

type Expect = ReturnType<typeof delayed>

/** One action at a time that happens later, unless another one takes its place. */
function delayed() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  const after = (milliseconds: number, action: () => void) => {
    cancel()
    timer = setTimeout(action, milliseconds)
  }
  return { after, cancel }
}

/** A mouse and the keyboard: a card opens at its link, and closes when both have left it. */
function pointerListeners(box: CardBox, { after, cancel }: Expect) {
  const moveTo = (event: Event, delay: number) => {
    const link = cardLinkOf(event)
    if (box.contains(event.target) || (link && link === box.link)) cancel()
    else if (link) after(delay, () => void box.open(link))
    else after(delays.leave, () => box.close())
  }
  return {
    pointerover: (event: PointerEvent) => {
      if (!isTouchOver(event)) moveTo(event, delays.pointer)
    },
    focusin: (event: Event) => {
      // A click moves the focus too.
      const isByKey = event.target instanceof Element && event.target.matches(':focus-visible')
      if (isByKey) moveTo(event, delays.focus)
    },
    focusout: (event: FocusEvent) => {
      if (event.target === box.link && event.relatedTarget === null) box.close()
    },
    scroll: (event: Event) => {
      if (!box.contains(event.target)) box.close()
    },
    keydown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      cancel()
      // Only the card closes.
      if (box.isShown) event.stopPropagation()
      box.close()
    }
  }
}

/** A finger: a card opens after a long press on its link, and closes with the next touch elsewhere. */
function pressListeners(box: CardBox, { after, cancel }: Expect) {
  let touch: { link: HTMLAnchorElement; x: number; y: number; isLong: boolean } | undefined
  const open = () => {
    if (!touch || touch.isLong) return
    cancel()
    touch.isLong = true
    void box.open(touch.link)
  }
  const end = () => {
    if (!touch?.isLong) cancel()
  }
  return {
    pointerdown: (event: PointerEvent) => {
      touch = undefined
      if (box.contains(event.target)) return
      cancel()
      box.close()
      const link = event.pointerType === 'touch' ? cardLinkOf(event) : undefined
      if (!link) return
      touch = { link, x: event.clientX, y: event.clientY, isLong: false }
      after(delays.press, open)
    },
    pointermove: ({ clientX, clientY }: PointerEvent) => {
      if (touch && Math.hypot(clientX - touch.x, clientY - touch.y) > MAX_MOVE) end()
    },
    pointerup: end,
    pointercancel: end,
    // Browsers that have a menu for links report a long press by this event.
    contextmenu: (event: Event) => {
      if (!touch) return
      event.preventDefault()
      open()
    },
    click: (event: Event) => {
      const isPress = touch?.isLong === true && cardLinkOf(event) === touch.link
      touch = undefined
      if (isPress) {
        event.preventDefault()
        event.stopPropagation()
      } else {
        cancel()
        box.close()
      }
    }
  }
}
