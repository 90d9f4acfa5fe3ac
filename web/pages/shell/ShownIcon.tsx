/**
 * An emoji or a small picture (see `shownIcon`) before a name; hidden from screen readers, since
 * the name says the same.
 */
export function ShownIcon({ icon, className }: { icon: string; className: string }) {
  if (icon.startsWith('/')) {
    return <img src={icon} className={className} alt="" width={24} height={24} />
  }
  return (
    <span className={className} aria-hidden="true">
      {icon}
    </span>
  )
}
