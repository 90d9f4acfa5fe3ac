import {
  type CompletionSource,
  autocompletion,
  completionKeymap,
  ifNotIn
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { SQLite, sql } from '@codemirror/lang-sql'
import { HighlightStyle, bracketMatching, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'

import type { Schema } from './protocol.ts'

interface EditorOptions {
  /** The element that the editor fills; it gets a shadow root. */
  host: HTMLElement
  text: string
  label: string
  onRun: () => void
}

/** The editor of a statement. */
export interface Editor {
  read: () => string
  write: (text: string) => void
  /** Names for completion. */
  setSchema: (schema: Schema) => void
  focus: () => void
}

/**
 * Opens an editor. Its styles are in a shadow root: the Content-Security-Policy allows no others than
 * those of the site in the document, and constructed ones here. Tab leaves it.
 */
export function openEditor({ host, text, label, onRun }: EditorOptions): Editor {
  const root = host.attachShadow({ mode: 'open' })
  const language = new Compartment()
  const run = () => {
    onRun()
    return true
  }
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of([
          { key: 'Ctrl-Enter', mac: 'Cmd-Enter', run },
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap
        ]),
        history(),
        autocompletion(),
        bracketMatching(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        language.of(sql({ dialect: SQLite })),
        syntaxHighlighting(colors),
        look
      ]
    })
  })
  return {
    read: () => view.state.doc.toString(),
    write: (next) => {
      const { length } = view.state.doc
      view.dispatch({ changes: { from: 0, to: length, insert: next } })
    },
    setSchema: (schema) => {
      const support = sql({ dialect: SQLite, schema })
      const columns = support.language.data.of({ autocomplete: columnNames(schema) })
      view.dispatch({ effects: language.reconfigure([support, columns]) })
    },
    focus: () => view.focus()
  }
}

/** Completes columns of the tables that the statement names; the language itself only those behind a dot. */
function columnNames(schema: Schema): CompletionSource {
  const source: CompletionSource = (context) => {
    const word = context.matchBefore(/[\p{L}\p{N}_.]+/u)
    if (!word || word.text.includes('.')) return null
    const words = new Set(context.state.doc.toString().match(/[\p{L}\p{N}_]+/gu))
    const columns = Object.entries(schema).flatMap(([table, names]) =>
      words.has(table) ? names : []
    )
    const options = [...new Set(columns)].map((label) => ({ label, type: 'property', boost: 1 }))
    return { from: word.from, options }
  }
  return ifNotIn(['String', 'LineComment', 'BlockComment'], source)
}

/** The colours of code on pages. */
const colors = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--green)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--purple)' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--blue)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' }
])

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--raised)', fontSize: '0.95rem' },
  '&.cm-focused': { outline: '3px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.5' },
  // The size of the plain field that the editor replaces, so that nothing moves.
  '.cm-content': { minHeight: 'calc(12em + 1rem)', padding: '0.5rem 0', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'color-mix(in srgb, var(--green) 30%, transparent)'
  },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)'
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--paper)',
    backgroundColor: 'var(--accent)'
  },
  '.cm-completionIcon': { display: 'none' }
})
