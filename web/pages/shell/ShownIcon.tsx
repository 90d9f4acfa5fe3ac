/** An emoji, or a small picture by its path, before a name; decorative, so hidden from screen readers. */
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
