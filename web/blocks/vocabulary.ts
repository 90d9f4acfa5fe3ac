/**
 * The class names of react-notion-x by block type and part. Elements have them beside our own, so that
 * style sheets for react-notion-x apply. One element may have the classes of several nested boxes. Classes
 * with the id of a block are left out, since they would hardly compress.
 */
export const notion = {
  site: {
    body: 'notion notion-app notion-viewport notion-frame',
    header: 'notion-header',
    row: 'notion-nav-header'
  },
  page: {
    main: 'notion-page-scroller notion-page notion-full-page',
    withCover: 'notion-page-has-cover',
    withoutCover: 'notion-page-no-cover',
    withIcon: 'notion-page-has-icon',
    withoutIcon: 'notion-page-no-icon',
    withPictureIcon: 'notion-page-has-image-icon',
    withTextIcon: 'notion-page-has-text-icon',
    wide: 'notion-full-width',
    small: 'notion-small-text',
    cover: 'notion-page-cover-wrapper',
    coverPicture: 'notion-page-cover',
    title: 'notion-title',
    content: 'notion-page-content',
    text: 'notion-page-content-inner'
  },
  icon: {
    page: 'notion-page-icon',
    hero: 'notion-page-icon-hero',
    inline: 'notion-page-icon notion-page-icon-inline',
    picture: 'notion-page-icon-image',
    emoji: 'notion-page-icon-span',
    title: 'notion-page-title-icon',
    custom: 'notion-custom-emoji'
  },
  link: {
    text: 'notion-link',
    page: 'notion-page-link',
    title: 'notion-page-title',
    titleText: 'notion-page-title notion-page-title-text',
    hash: 'notion-hash-link',
    target: 'notion-header-anchor'
  },
  text: { box: 'notion-text', blank: 'notion-blank', children: 'notion-text-children' },
  mark: {
    code: 'notion-inline-code',
    underline: 'notion-inline-underscore',
    person: 'notion-user'
  },
  mention: {
    box: 'notion-link-mention',
    link: 'notion-link-mention-link notion-link-mention-title',
    icon: 'notion-link-mention-icon',
    preview: 'notion-link-mention-preview',
    cardTitle: 'notion-link-mention-preview-title',
    cardIcon: 'notion-link-mention-preview-icon',
    card: 'notion-link-mention-card notion-link-mention-preview-content',
    cardText: 'notion-link-mention-preview-description',
    cardSite:
      'notion-link-mention-preview-footer notion-link-mention-preview-provider notion-link-mention-provider'
  },
  heading: {
    levels: [
      'notion-h notion-h1',
      'notion-h notion-h2',
      'notion-h notion-h3',
      'notion-h notion-h4'
    ],
    title: 'notion-h-title'
  },
  quote: { box: 'notion-quote' },
  callout: { box: 'notion-callout', text: 'notion-callout-text' },
  breadcrumbs: {
    box: 'notion-header',
    list: 'breadcrumbs',
    page: 'breadcrumb',
    current: 'breadcrumb active'
  },
  toggle: { box: 'notion-toggle' },
  tab: {
    box: 'notion-tab-block notion-tab-block-inner',
    label: 'notion-tab-header-row notion-tab-pill-wrap notion-tab-button notion-tab-button-label',
    first: 'notion-tab-button-active',
    panel: 'notion-tab-panel'
  },
  divider: { box: 'notion-hr' },
  columns: { row: 'notion-row', column: 'notion-column' },
  list: {
    bulleted: 'notion-list notion-list-disc',
    numbered: 'notion-list notion-list-numbered'
  },
  toDo: {
    item: 'notion-to-do notion-to-do-item',
    text: 'notion-to-do-body',
    done: 'notion-to-do-checked'
  },
  check: {
    on: 'notion-property-checkbox notion-property-checkbox-checked',
    off: 'notion-property-checkbox notion-property-checkbox-unchecked',
    name: 'notion-property-checkbox-text'
  },
  table: {
    box: 'notion-simple-table',
    row: 'notion-simple-table-row',
    headRow: 'notion-simple-table-header-row',
    headCell: 'notion-simple-table-header-cell'
  },
  contents: {
    box: 'notion-table-of-contents',
    item: 'notion-table-of-contents-item notion-table-of-contents-item-body'
  },
  code: { box: 'notion-code', bar: 'notion-code-copy' },
  equation: {
    inline: 'notion-equation notion-equation-inline',
    block: 'notion-equation notion-equation-block'
  },
  asset: {
    box: 'notion-asset-wrapper',
    wide: 'notion-asset-wrapper-full',
    caption: 'notion-asset-caption',
    film: 'notion-asset-object-fit',
    lite: 'notion-yt-lite',
    play: 'notion-yt-playbtn'
  },
  audio: { box: 'notion-audio' },
  property: {
    box: 'notion-collection-page-properties notion-collection-row',
    list: 'notion-collection-row-body',
    row: 'notion-collection-row-property',
    name: 'notion-collection-column-title notion-collection-column-title-body',
    icon: 'notion-collection-column-title-icon',
    value: 'notion-collection-row-value notion-property',
    select: 'notion-property-select',
    status: 'notion-property-status',
    multi_select: 'notion-property-multi_select',
    file: 'notion-property-file',
    relation: 'notion-property-relation',
    sitePath: 'notion-url-path'
  },
  collection: {
    box: 'notion-collection',
    title: 'notion-collection-header notion-collection-header-title',
    tabs: 'notion-collection-view-tabs-row',
    tab: 'notion-collection-view-tabs-content-item notion-collection-view-type notion-collection-view-type-title',
    tabIcon: 'notion-collection-view-type-icon',
    currentTab: 'notion-collection-view-tabs-content-item-active',
    group: 'notion-collection-group',
    groupTitle: 'notion-collection-group-title',
    count: 'notion-board-th-count'
  },
  tableView: {
    box: 'notion-table',
    table: 'notion-table-view',
    head: 'notion-table-header',
    headRow: 'notion-table-header-inner',
    headCell: 'notion-table-th notion-table-view-header-cell',
    headText:
      'notion-table-view-header-cell-inner notion-collection-column-title notion-collection-column-title-body',
    body: 'notion-table-body',
    row: 'notion-table-row',
    cell: 'notion-table-cell',
    clipped: 'notion-table-cell-nowrap'
  },
  board: {
    box: 'notion-board notion-board-view notion-board-body',
    column: 'notion-board-group',
    head: 'notion-board-header notion-board-header-inner notion-board-th notion-board-th-body',
    card: 'notion-board-group-card'
  },
  gallery: { box: 'notion-gallery notion-gallery-view notion-gallery-grid' },
  card: {
    box: 'notion-collection-card',
    cover: 'notion-collection-card-cover',
    body: 'notion-collection-card-body',
    property: 'notion-collection-card-property'
  },
  listView: {
    box: 'notion-list-collection notion-list-view notion-list-body',
    item: 'notion-list-item',
    title: 'notion-list-item-title',
    facts: 'notion-list-item-body',
    property: 'notion-list-item-property'
  },
  button: { box: 'notion-button-block notion-button notion-default' },
  /** Cards of links: those without a part of their own have none. */
  bookmark: {
    box: '',
    link: 'notion-bookmark',
    words: '',
    title: 'notion-bookmark-title',
    text: 'notion-bookmark-description',
    facts: 'notion-bookmark-link notion-bookmark-link-text',
    icon: 'notion-bookmark-link-icon',
    cover: 'notion-bookmark-image'
  },
  file: {
    box: 'notion-file',
    link: 'notion-file-link',
    words: 'notion-file-info',
    title: 'notion-file-title',
    text: '',
    facts: 'notion-file-size',
    icon: 'notion-file-icon'
  },
  drive: {
    box: 'notion-google-drive',
    link: 'notion-google-drive-link',
    words: 'notion-google-drive-body',
    title: 'notion-google-drive-body-title',
    text: '',
    facts: 'notion-google-drive-body-source',
    label: 'notion-google-drive-link notion-google-drive-body-title'
  },
  external: {
    box: '',
    link: 'notion-external notion-external-block',
    words: 'notion-external-description',
    title: 'notion-external-title',
    text: 'notion-external-subtitle',
    facts: 'notion-external-block-desc'
  },
  /** Cards without a counterpart. */
  other: { box: '', link: '', words: '', title: '', text: '', facts: '' }
} as const

/** Colours in the style sheet of react-notion-x, which has no green: Notion calls it teal. */
const colors = 'gray brown orange yellow teal blue purple pink red'.split(' ')

/** Our class and that of react-notion-x for each colour of texts and blocks. */
export const colorClasses = new Map<unknown, string>(
  colors.flatMap((color) => [
    [color, `color-${color} notion-${color}`],
    [`${color}_background`, `color-${color}_background notion-${color}_background`]
  ])
)

/** The same for callouts, whose tint is lighter. */
export const calloutClasses = new Map<unknown, string>(
  colors.flatMap((color) => [
    [color, `color-${color} notion-${color}_co`],
    [`${color}_background`, `color-${color}_background notion-${color}_background_co`]
  ])
)

/** Colours of select options; only here there is a green. */
const optionColors = new Set(['default', 'green', ...colors.filter((color) => color !== 'teal')])

const optionTypes = new Set(['select', 'multi_select', 'status'])

/** The classes of a select option; `type` is that of its property. */
export function optionClass(type: string | undefined, color: string | undefined): string {
  const named = color !== undefined && optionColors.has(color) ? color : 'default'
  const box = optionTypes.has(type ?? '') ? `notion-property-${type}-item ` : ''
  return `${box}notion-item-${named}`
}

/** The classes of a value; `type` is that of its property. */
export function propertyClass(type: string): string {
  return `notion-property notion-property-${type}`
}

/** The class of the dot before a status. */
export function statusDotClass(color: string | undefined): string {
  return `notion-item-bullet-${color !== undefined && optionColors.has(color) ? color : 'default'}`
}

const named = new Set(JSON.stringify(notion).match(/notion[\w-]*/g))
const varied =
  /^notion-(?:(?:table-cell|property|item|item-bullet|gallery-grid-size|board-view-size)-[\w-]+|asset-wrapper-image)$/

/** Whether an element may have a class of react-notion-x. */
export function isNotionClass(name: string): boolean {
  if (named.has(name) || varied.test(name)) return true
  return colors.some((color) => name.startsWith(`notion-${color}`))
}
