import { h2, page, text } from '../../blocks.ts'
import type { BlockNode } from '../../blocks.ts'
import { icon } from '../assets.ts'
import { otherMedia, pictureBlocks } from './media.ts'
import { textBlocks } from './text.ts'

/** A page for each group of blocks, so that every type a page can hold stands somewhere in the wiki. */
export function everyBlock(): BlockNode {
  return page('Every Block', { icon: icon('book') }, [
    text(
      'What a page of this wiki can be made of, for those who write here: every kind of block once, with words from our own pages.'
    ),
    h2('Words'),
    textBlocks(),
    h2('Pictures, sound and other sites'),
    pictureBlocks(),
    otherMedia(),
    h2('Facts in columns')
  ])
}
