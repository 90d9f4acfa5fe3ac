import {
  bullets,
  callout,
  columns,
  h2,
  image,
  page,
  quote,
  text,
  toggle
} from '../builder/blocks.ts'
import type { BlockNode } from '../builder/block-node.ts'
import { bold, italic, mention, mono, pageLink } from '../builder/rich-text.ts'
import { attachment, cover } from './assets.ts'

/** Small facts about the pack. */
export function didYouKnow(): BlockNode {
  return page('Did you know', { icon: '💡', cover: cover('moths') }, [
    text('Small true things. Each was tried by at least two people.'),
    h2('Lanterns'),
    bullets(
      'A lantern on a fence sways when a hollow is within 20 blocks, even through walls.',
      ['Naming a lantern ', mono('bread'), ' makes moths circle it faster.'],
      'Nine lamps in a row hum one tone higher than eight.',
      ['A lantern that breaks during ', mention('techniques/Lantern Step'), ' arrives without you.']
    ),
    h2('Hollows'),
    bullets(
      'A Hollowling in a boat is embarrassed and does not attack.',
      ['The ', mention('mobs/Mirror Hollow'), ' copies your skin’s hat layer only.'],
      'Drift Hollows cannot eat redstone light. They can be confused by it.',
      [
        'Sealing at exactly 13,799 ticks gives an ',
        mention('items/Ember'),
        ' that is one tick older than the night.'
      ]
    ),
    h2('Harten'),
    columns(
      [
        bullets(
          'The lamps are lit from the bridge outwards, one every 22 ticks.',
          'The librarian owns a book with your name on it, if you have slept in the empty house.'
        )
      ],
      [image(attachment('harten.png'), 'Twenty-two ticks apart')]
    ),
    text(
      'More in ',
      mention('structures/Harten'),
      ' and ',
      pageLink('structures/Harten/The Empty House', 'its empty house'),
      '.'
    ),
    h2('Numbers'),
    bullets(
      [
        'There are ',
        bold('38'),
        ' commands and nobody knows all of them. ',
        mention('Wiki/Command Reference'),
        ' does.'
      ],
      ['The smallest function in the pack is one line: ', mono('return 1'), '.'],
      'The seed of our world has twelve digits, and the ninth hollow we sealed there stood at those coordinates.',
      ['We counted all the moss: ', mention('Lamp Moss Census'), '.']
    ),
    toggle('🤫 2: One that we cannot prove', [
      quote('At new moon the baker is not in his house and not outside of it.')
    ]),
    callout('✉️', ['Do you know one? Bring it to an evening: ', mention('evenings'), '.']),
    newMoon()
  ])
}

function newMoon(): BlockNode {
  return page('🌒', {}, [
    text('A page without a word in its title, because nobody agreed on one.'),
    text(
      'At each new moon the lowest lamp of every shrine goes out for one tick. If you place a block in that tick, it is placed twice.'
    ),
    text(italic('We have seen it four times. We have a recording of the third.'))
  ])
}

/** A page that no list contains: only mentions lead to it. */
export function lampMossCensus(): BlockNode {
  return page('Lamp Moss Census', { icon: '🌱' }, [
    text(
      'On the first of May 2026 eleven bearers walked to every shrine they knew on ',
      mention('149719398400'),
      ' and counted the moss on the north side.'
    ),
    bullets('Shrines visited: 64', 'Patches: 171', 'Patches on the south side: 1'),
    page('The South Patch', { icon: '🧭' }, [
      text(
        'Shrine 41, two blocks above the ground. It has been there since the first day and does not grow back when it is taken. We put it back.'
      )
    ])
  ])
}
