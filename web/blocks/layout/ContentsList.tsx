import type { Section } from '../context/page-context.ts'

/** Sections as links, subsections as nested lists. */
export function ContentsList(props: { sections: Section[]; itemClass?: string | undefined }) {
  const { sections, itemClass } = props
  return (
    <ul>
      {nest(sections).map(({ section, below }) => (
        <li key={section.blockId}>
          <a href={`#${section.anchor}`} className={itemClass}>
            {section.title}
          </a>
          {below.length > 0 && <ContentsList sections={below} itemClass={itemClass} />}
        </li>
      ))}
    </ul>
  )
}

interface Branch {
  section: Section
  below: Section[]
}

/** The sections of the top level, each with the deeper ones that follow it. */
function nest(sections: Section[]): Branch[] {
  const branches: Branch[] = []
  const depth = sections.reduce((minimum, section) => Math.min(minimum, section.depth), Infinity)
  for (const section of sections) {
    const open = branches.at(-1)
    if (open && section.depth > depth) open.below.push(section)
    else branches.push({ section, below: [] })
  }
  return branches
}
