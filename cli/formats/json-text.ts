/**
 * A value as JSON that a terminal can show: `JSON.stringify` leaves DEL and the C1 control
 * characters as they are, and a terminal takes some of them for commands.
 */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(/[\u007f-\u009f]/g, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
