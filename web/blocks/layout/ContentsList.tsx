import type { Section } from '../context/page-context.ts'

/** Sections as links, those below a section as a list inside it. */
export function ContentsList({ sections }: { sections: Section[] }) {
  return (
    <ul>
      {nest(sections).map(({ section, below }) => (
        <li key={section.blockId}>
          <a href={`#${section.anchor}`}>{section.title}</a>
          {below.length > 0 && <ContentsList sections={below} />}
        </li>
      ))}
    </ul>
  )
}

interface Branch {
  section: Section
  below: Section[]
}

/** Each section of the first level with all that stand between it and the next. */
function nest(sections: Section[]): Branch[] {
  const branches: Branch[] = []
  const depth = sections.reduce((least, section) => Math.min(least, section.depth), Infinity)
  for (const section of sections) {
    const open = branches.at(-1)
    if (open && section.depth > depth) open.below.push(section)
    else branches.push({ section, below: [] })
  }
  return branches
}
