import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { type Root, createRoot } from 'react-dom/client'

import { type ActiveHit, mergeHits } from '../../../site/search/names/merge-hits.ts'
import type { HitView } from '../../pages/search/search-results.ts'
import { LIMIT } from './fetch-results.ts'
import { OptionList } from './option-list.ts'
import { type Listed, SearchList } from './SearchList.tsx'

/** The results in the dialog's listbox, and the selected one. Drawn by Preact; see `vite.config.ts`. */
export class ResultList {
  readonly options: OptionList
  readonly #list: HTMLElement
  readonly #untitled: string
  readonly #root: Root
  #hits: HitView[] = []

  constructor(field: HTMLElement, list: HTMLElement, untitled: string) {
    this.options = new OptionList(field, list)
    this.#list = list
    this.#untitled = untitled
    this.#root = createRoot(list)
  }

  /** Replaces the list; an empty list if there is nothing to show. */
  show(listed: Listed, { isFirstSelected }: { isFirstSelected: boolean }): void {
    this.#draw(listed)
    this.options.reset(isFirstSelected)
  }

  /** Adds the results of the server, or of the complete index, to those found by name; see `mergeHits`. */
  complete({ hits = [], all }: Listed): void {
    const merged = mergeHits(this.#hits, hits, { active: this.#active(), limit: LIMIT })
    this.#draw({ hits: merged, all })
    this.options.keep()
  }

  #draw(listed: Listed): void {
    this.#hits = listed.hits ?? []
    const list = createElement(SearchList, { ...listed, untitled: this.#untitled })
    // The options are selected right afterwards.
    flushSync(() => this.#root.render(list))
  }

  #active(): ActiveHit | undefined {
    const option = this.options.selected
    const group = option?.closest('[data-page]')
    if (!option || !group) return undefined
    const index = [...this.#list.querySelectorAll('[data-page]')].indexOf(group)
    return { index, isSection: option !== group.querySelector('[role=option]') }
  }
}
