/** A description of a table or column, which is always English; names in backquotes are code. */
export function Description({ text }: { text: string }) {
  const parts = text.split('`')
  return (
    <span lang="en">
      {parts.map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}
    </span>
  )
}
