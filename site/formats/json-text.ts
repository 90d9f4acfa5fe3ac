/**
 * A value as JSON that is safe to print on a terminal: `JSON.stringify` does not escape DEL and the C1
 * control characters, and a terminal interprets some of them as commands.
 */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(/[\u007f-\u009f]/g, unicodeEscape)
}

/** A UTF-16 code unit as JSON and YAML escape it, such as `\u001b`. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
