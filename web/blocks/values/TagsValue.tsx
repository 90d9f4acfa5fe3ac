import { plainText } from '../../../site/rich-text.ts'
import { splitOptions } from '../../../site/split-options.ts'
import { Tag } from '../Tag.tsx'
import type { PropertySchema, ValueProps } from './property-schema.ts'

/** The options of a select, multi-select or status, in the workspace's colours. */
export function TagsValue({ schema, value }: ValueProps) {
  const text = plainText(value)
  const known = optionsOf(schema).map((option) => option.value)
  const names = schema.type === 'multi_select' ? splitOptions(text, known) : [text]
  return <Tags names={names} schema={schema} />
}

/** These options of a property; those that its schema does not name have no colour. */
export function Tags({ names, schema }: { names: string[]; schema: PropertySchema }) {
  const shown = [...new Set(names.map((name) => name.trim()))].filter(Boolean)
  if (shown.length === 0) return null
  return (
    <span className="tags">
      {shown.map((name) => {
        const option = optionsOf(schema).find(({ value }) => value === name)
        return (
          <Tag key={name} name={name} color={option?.color} group={groupOf(schema, option?.id)} />
        )
      })}
    </span>
  )
}

function optionsOf({ options }: PropertySchema) {
  return Array.isArray(options) ? options.filter((option) => typeof option?.value === 'string') : []
}

function groupOf({ type, groups }: PropertySchema, optionId: string | undefined) {
  if (type !== 'status' || !Array.isArray(groups) || !optionId) return undefined
  return groups.find((group) => group?.optionIds?.includes(optionId))
}
