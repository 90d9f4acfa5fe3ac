import type {
  CalloutBlock,
  CodeBlock,
  Collection,
  CollectionPropertySchema,
  CollectionViewBlock,
  CollectionViewPageBlock,
  Decoration,
  PageBlock,
  SelectOption
} from 'notion-types'
import type { ComponentType, CSSProperties, ReactNode } from 'react'
import type { NotionContext } from 'react-notion-x'

/** What the site itself renders in the place of a slot. */
interface Inside {
  children: ReactNode
}

/** `children` are the text and the child blocks of the callout, without its box and icon. */
interface CalloutProps extends Inside {
  block: CalloutBlock
  /** The classes of the site's own box, with that of the colour. */
  className: string | undefined
}

/** `children` is the complete code block with its caption. */
interface CodeProps extends Inside {
  block: CodeBlock
}

/** `children` is the responsive picture. */
interface ImageProps extends Inside {
  /** An address of this site, or one that stays valid. */
  src: string
  alt: string
  className: string | undefined
  style: CSSProperties | undefined
  width: number | undefined
  height: number | undefined
  sizes: string | undefined
  /** Whether the picture is above the fold. */
  priority: boolean
  placeholder: 'blur' | undefined
  /** A tiny preview as a `data:` URL. */
  blurDataURL: string | undefined
}

/** `children` are the icon and the title of the page. */
interface PageLinkProps extends Inside {
  /** The path of the page on this site. */
  href: string
  className: string | undefined
}

/** `children` is the database with its views and rows. */
interface CollectionProps extends Inside {
  block: CollectionViewBlock | CollectionViewPageBlock
  className: string | undefined
  ctx: NotionContext
}

/** `children` is the value. */
interface PropertyValueProps extends Inside {
  propertyId: string
  schema: CollectionPropertySchema
  /** As in the record of the row; undefined for a value that the record does not contain. */
  data: Decoration[] | undefined
  /** The row. */
  block: PageBlock
  collection: Collection | undefined
}

/** One option of a select, multi-select or status. `children` is its tag. */
interface SelectValueProps extends PropertyValueProps {
  value: string
  option: SelectOption | undefined
  color: string | undefined
}

/** `children` is the linked title of the row. */
interface TitleValueProps extends PropertyValueProps {
  linkToTitlePage: boolean
}

/** Called for each value; `defaultValueFn` returns the same as `props.children`. */
export type ValueSlot<Props = PropertyValueProps> = (
  props: Props,
  defaultValueFn: () => ReactNode
) => ReactNode

/** The names of the slots, with the props of each. */
export interface SlotProps {
  Callout: CalloutProps
  Code: CodeProps
  Collection: CollectionProps
  Image: ImageProps
  PageLink: PageLinkProps
  propertyAutoIncrementIdValue: PropertyValueProps
  propertyCheckboxValue: PropertyValueProps
  propertyCreatedTimeValue: PropertyValueProps
  propertyDateValue: PropertyValueProps
  propertyEmailValue: PropertyValueProps
  propertyFileValue: PropertyValueProps
  propertyFormulaValue: PropertyValueProps
  propertyLastEditedTimeValue: PropertyValueProps
  propertyNumberValue: PropertyValueProps
  propertyPersonValue: PropertyValueProps
  propertyPhoneNumberValue: PropertyValueProps
  propertyRelationValue: PropertyValueProps
  propertySelectValue: SelectValueProps
  propertyTextValue: PropertyValueProps
  propertyTitleValue: TitleValueProps
  propertyUrlValue: PropertyValueProps
}

export type SlotName = keyof SlotProps

/**
 * What the module of `components` may export; see `docs/theming.md`. Assignable to
 * react-notion-x's `Partial<NotionComponents>`.
 */
export type SiteComponents = {
  [Name in SlotName]?: Name extends `property${string}`
    ? ValueSlot<SlotProps[Name]>
    : ComponentType<SlotProps[Name]>
}

/** The slot for the values of a property, by its type in Notion. */
export const valueSlots: ReadonlyMap<string, SlotName & `property${string}`> = new Map([
  ['auto_increment_id', 'propertyAutoIncrementIdValue'],
  ['checkbox', 'propertyCheckboxValue'],
  ['created_time', 'propertyCreatedTimeValue'],
  ['date', 'propertyDateValue'],
  ['email', 'propertyEmailValue'],
  ['file', 'propertyFileValue'],
  ['formula', 'propertyFormulaValue'],
  ['last_edited_time', 'propertyLastEditedTimeValue'],
  ['multi_select', 'propertySelectValue'],
  ['number', 'propertyNumberValue'],
  ['person', 'propertyPersonValue'],
  ['phone_number', 'propertyPhoneNumberValue'],
  ['relation', 'propertyRelationValue'],
  ['select', 'propertySelectValue'],
  ['status', 'propertySelectValue'],
  ['text', 'propertyTextValue'],
  ['title', 'propertyTitleValue'],
  ['unique_id', 'propertyAutoIncrementIdValue'],
  ['url', 'propertyUrlValue']
] as const)

/** The names of all slots. */
export const slotNames: readonly SlotName[] = [
  'Callout',
  'Code',
  'Collection',
  'Image',
  'PageLink',
  ...new Set(valueSlots.values())
]

/** What a slot gets from the component that it replaces; the rest is added where it is rendered. */
export interface SlotCall<Name extends SlotName = SlotName> {
  name: Name
  props: Omit<SlotProps[Name], 'children' | 'ctx'>
  /** The `children` of the slot; by default `own`. */
  inside?: ReactNode
  /** Shown if the slot fails. */
  own: ReactNode
}

/** The slots of a site, for one page. */
export interface PageSlots {
  has: (name: SlotName) => boolean
  /**
   * Renders a slot. Its HTML is put in the place of the returned marks, with what is between them
   * as its children. Undefined if it failed, which is reported.
   */
  render: (call: SlotCall) => { start: string; end: string } | undefined
}
