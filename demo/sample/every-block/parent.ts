import { h2, page, text } from '../../builder/blocks.ts'
import type { BlockNode } from '../../builder/block-node.ts'
import { collectionPage } from '../../builder/collection.ts'
import { icon } from '../assets.ts'
import { headings, smallPrint } from './headings.ts'
import { codeAndFormulas } from './code.ts'
import { listsAndBoxes } from './lists.ts'
import { tablesAndTabs } from './tables.ts'
import { wordsAndMarks } from './text.ts'
import { everyProperty } from './properties.ts'
import { otherMedia, pictureBlocks } from './media.ts'

/** A page for each group of blocks, so that the wiki contains every block type. */
export function everyBlock(): BlockNode {
  return page('Every Block', { icon: icon('book') }, [
    text(
      'What a page of this wiki can be made of, for those who write here: every kind of block once, with words from our own pages.'
    ),
    h2('Words'),
    wordsAndMarks(),
    listsAndBoxes(),
    codeAndFormulas(),
    tablesAndTabs(),
    h2('Headings and ways'),
    headings(),
    smallPrint(),
    h2('Pictures, sound and other sites'),
    pictureBlocks(),
    otherMedia(),
    h2('Facts in columns'),
    collectionPage(everyProperty, { icon: icon('shrine') })
  ])
}
