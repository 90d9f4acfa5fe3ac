/** The text of an element without what is hidden in it, such as the name of a covered spoiler. */
export function shownText(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('[hidden]')) hidden.remove()
  return copy.textContent.trim()
}
