import {
  bullet,
  bullets,
  callout,
  columns,
  divider,
  h2,
  numbered,
  page,
  quote,
  step,
  synced,
  syncedCopy,
  text,
  tinted,
  todo,
  toggle
} from '../../builder/blocks.ts'
import type { BlockNode } from '../../builder/block-node.ts'
import { bold, mention } from '../../builder/rich-text.ts'
import { block, marked } from '../../builder/text-blocks.ts'
import { customEmojiIcon, icon } from '../assets.ts'

/** Lists, and blocks that contain other blocks. */
export function listsAndBoxes(): BlockNode {
  return page('Lists and Boxes', { icon: '📦' }, [
    h2('Steps within steps'),
    step(['Light a shrine'], step(['Stand close'], step(['Not that close']), step(['Wait']))),
    step(['Seal what comes'], step(['Weaken it']), step(['Hold the lantern on it'])),
    text('Three more, from the second evening on:'),
    ...marked('numbers', numbered('Count the moths', 'Feed them', 'Count again'), 3),
    text('With other markers:'),
    ...marked('roman', numbered('Wick', 'Ember', 'Flame', 'Beacon', 'Vigil')),
    h2('Things in no order'),
    bullet(['Oil'], ...bullets('from moss', 'from mobs')),
    bullet(['Glass'], bullet(['clear'], ...bullets('from white sand')), bullet(['tinted'])),
    tinted('orange', bullet(['A lantern, of course'])),
    text('Or with circles:'),
    ...marked('circle', bullets('Rope', ['Bread for ', mention('structures/Harten')])),
    h2('What is left to do'),
    todo(true, 'Find the bell'),
    todo(false, 'Ring it ', bold('once')),
    { ...todo(false, 'Run'), content: [todo(true, 'Put on boots'), text('Not the gold ones.')] },
    ...boxes()
  ])
}

function boxes(): BlockNode[] {
  return [
    h2('What opens'),
    toggle('Who built the gate?', [text('Nobody has asked it.')]),
    block('toggle', [], text('A toggle without a title opens too.')),
    h2('What is framed'),
    quote('Count to two.\nEveryone counts too fast.'),
    { ...quote('Read it aloud.'), format: { quote_size: 'large' } },
    block('quote', [], text('A quote of blocks'), ...bullets('with a list', 'inside')),
    callout('🕯️', 'Under 20 oil the lantern hums.'),
    callout(icon('flame'), 'Fire spreads from open lamps.', ...bullets('Not in rain')),
    callout(customEmojiIcon('moth'), ['Moths are friends.']),
    block('callout', ['No icon, no colour.']),
    block(
      'text',
      ['Over the bridge'],
      text('then left,'),
      block('text', ['and up'], text('twice.'))
    ),
    h2('Side by side'),
    columns(
      [text(bold('By day')), ...bullets('Trade', 'Sleep')],
      [text(bold('By night')), ...bullets('Walk', 'Seal')]
    ),
    divider(),
    h2('The same here and there'),
    synced('opening hours', [text('The shrine of Harten is lit from dusk to dawn.')]),
    syncedCopy('opening hours')
  ]
}
