/** Messages of blocks and values. */
export const blockMessages = {
  /** The name of a chapter, which may be a number. */
  chapter: (name: string) => (/^\d+$/.test(name) ? `Chapter ${name}` : name),
  spoiler: (chapter: string) => {
    if (chapter === '') return 'Spoiler'
    return /^\d+$/.test(chapter) ? `Spoiler (chapter ${chapter})` : `Spoiler (${chapter})`
  },
  readTo: 'Show spoilers up to:',
  readNothing: 'nothing read yet',
  untitled: 'Untitled',
  more: 'More',
  tab: (place: number) => `Tab ${place}`,
  linkTo: (title: string) => `Link to ${title}`,
  linkToSection: 'Link to this section',
  contents: 'Table of contents',
  wayHere: 'Path to this page',
  facts: 'Facts',
  allFacts: (count: string) => `All ${count} facts`,
  usedBy: 'Used by',
  usedAs: (property: string) => `as ${property}`,
  plainText: 'Plain text',
  diagram: (language: string) => `${language} (source of a diagram)`,
  /** Of an equation that is not typeset. */
  equationSource: 'TeX source of an equation',
  copy: 'Copy',
  copied: 'Copied',
  selected: 'Selected',
  fullPicture: 'Full picture',
  close: 'Close',
  /** The place of a picture among those of a page. */
  placeOf: (place: string, count: string) => `${place} of ${count}`,
  loadFrom: (host: string) => `Load from ${host}`,
  showHere: 'Show here',
  cannotShow: 'This browser cannot show the document. Use the link above.',
  button: 'button',
  withoutWords: 'without text',
  done: 'Done: ',
  toDo: 'To do: ',
  checked: 'yes',
  unchecked: 'no',
  showThem: 'Show them',
  yes: 'Yes',
  no: 'No',
  /** Text of a mention whose target cannot be shown, by kind of mention. */
  missing: {
    p: 'a page that is not here',
    u: 'someone',
    d: 'a date',
    lm: 'a link',
    eoi: 'something that is not here',
    ce: ':emoji:',
    other: 'something that cannot be shown here'
  },
  today: 'today',
  now: 'now',
  me: 'me',
  emoji: 'emoji',
  map: 'Map',
  verification: {
    verified: 'Verified',
    expired: 'Verification expired',
    unverified: 'Unverified'
  },
  until: ' until ',
  by: ' by ',
  notKnown: (problem: string) => `Not known here: ${problem}`,
  notComplete: (problem: string) => `Not complete: ${problem}`,
  onlyInWorkspace: 'This part can only be seen in the workspace.',
  /** Names of block types that are rendered as a placeholder. */
  placeholders: {
    transclusion_reference: 'synced block',
    alias: 'linked page',
    copy_indicator: 'copy',
    form: 'form',
    unreadable: 'block that could not be read',
    ai_block: 'AI block',
    unknown: (type: string) => type
  },
  /** Why content is left out, by reason of truncation. */
  truncations: {
    cycle: 'This content repeats itself and is left out.',
    depth: 'This content is nested too deeply and is left out.',
    size: 'This page is too long; the rest is left out.',
    text: 'This text is too long; the rest is left out.',
    rows: 'This page is too long; these rows are left out.'
  },
  /** Label of the notes that Notion writes of a meeting. */
  meetingNotes: 'AI meeting notes',
  asText: 'Read the text as Markdown',
  /** Names of media without a title, by block type. */
  kinds: {
    audio: 'Audio',
    bookmark: 'Link',
    abstract: 'Design',
    codepen: 'Code',
    deepnote: 'Notebook',
    drive: 'Document',
    excalidraw: 'Drawing',
    external_object_instance: 'Link',
    figma: 'Design',
    file: 'File',
    framer: 'Design',
    gist: 'Code',
    image: 'Picture',
    invision: 'Design',
    link_preview: 'Link',
    loom: 'Video',
    maps: 'Map',
    miro: 'Board',
    pdf: 'PDF',
    replit: 'Code',
    sketch: 'Design',
    tweet: 'Post',
    typeform: 'Form',
    video: 'Video',
    whimsical: 'Board',
    other: 'Embed'
  }
}
