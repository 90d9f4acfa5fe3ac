const special = /["&'<>]/
const entities: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;'
}

/** Text for HTML, also for the value of an attribute in double quotes. */
export function escapeHtml(text: string): string {
  if (!special.test(text)) return text
  return text.replaceAll(/["&'<>]/g, (character) => entities[character] ?? character)
}
