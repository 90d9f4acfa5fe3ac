import {
  bullets,
  callout,
  columns,
  h1,
  h2,
  h3,
  image,
  numbered,
  page,
  quote,
  table,
  text
} from '../builder/blocks.ts'
import type { BlockNode } from '../builder/block-node.ts'
import { all, collectionPage, linkedViews, where } from '../builder/collection.ts'
import { italic, mention, mono, underline } from '../builder/rich-text.ts'
import { attachment, cover, icon } from './assets.ts'
import { commandReference, commands } from './collections/commands.ts'
import { everyBlock } from './every-block/parent.ts'
import { items } from './collections/items/items.ts'
import { mobs } from './collections/mobs.ts'
import { oilAndGrades } from './oil-and-grades.ts'
import { structures } from './collections/structures.ts'
import { techniques } from './collections/techniques/techniques.ts'

/** The wiki: five collections and the pages around them. */
export function wiki(): BlockNode {
  return page('Wiki', { icon: icon('book'), cover: cover('shrine'), coverPosition: 0.2 }, [
    text(
      'Everything in Hollow Lantern 1.4.1, measured and written down by the people who play it.'
    ),
    columns(
      [
        h3('The world'),
        collectionPage(mobs, { icon: icon('moth'), cover: cover('road'), coverPosition: 0.2 }),
        collectionPage(structures, {
          icon: icon('shrine'),
          cover: cover('village'),
          coverPosition: 0.1
        })
      ],
      [
        h3('What you carry'),
        collectionPage(techniques, {
          icon: icon('flame'),
          cover: cover('shrine'),
          coverPosition: 0.2
        }),
        collectionPage(items, { icon: icon('lantern'), cover: cover('dusk') })
      ]
    ),
    h2('How it works'),
    oilAndGrades(),
    sealing(),
    collectionPage(commands, { icon: icon('book') }),
    commandReference(),
    glossary(),
    credits(),
    everyBlock(),
    h2('Cheap techniques'),
    text('A view of ', mention('techniques'), ' for a lantern that is nearly empty:'),
    linkedViews(techniques, [
      {
        type: 'table',
        name: 'Under 20 oil',
        show: ['Technique', 'Oil cost', 'Grade', 'Range'],
        filter: all(
          where('Oil cost', 'number_less_than', 20),
          where('Grade', 'enum_is_not', 'Vigil')
        ),
        sort: [['Oil cost', 'ascending']]
      },
      {
        type: 'list',
        name: 'Learned together',
        show: ['Technique', 'Grade'],
        filter: all(where('Needs a partner', 'checkbox_is', true))
      }
    ])
  ])
}

function sealing(): BlockNode {
  return page('Sealing', { icon: '🔒', cover: cover('tide'), coverPosition: 0.4 }, [
    text('A hollow is not an enemy with health. It is an opening, and you close it.'),
    h1('In three steps'),
    numbered(
      'Weaken it until it flickers: below 30 % of its health.',
      'Hold your lantern on it. The ring turns once in two seconds.',
      'Do not look away. If the ring breaks, it heals by a quarter.'
    ),
    h1('Seal times'),
    table([
      ['Grade', 'Hollowling', 'Drift', 'Mirror', 'Boss'],
      ['Wick', '2 s', '–', '–', '–'],
      ['Ember', '2 s', '4 s', '6 s', '–'],
      ['Flame', '1.5 s', '2 s', '2 s', '8 s'],
      ['Beacon', '1 s', '1.5 s', '2 s', '6 s'],
      ['Vigil', '0.5 s', '1 s', '1 s', '4 s']
    ]),
    h1('Together'),
    text(
      'Several bearers add up: with three lanterns the ring turns three times as fast, and ',
      underline('each'),
      ' of you is credited.'
    ),
    callout('🕯️', [
      'Hollows lifted by ',
      mention('techniques/Tide of Lamps'),
      ' need no weakening.'
    ]),
    image(attachment('lamp-shrine.png'), 'A shrine that was lit by five people at once'),
    quote('Count to two. Everyone counts too fast.')
  ])
}

function glossary(): BlockNode {
  return page('Glossary', { icon: '🔤' }, [
    text('Words that players use, in the order of the alphabet.'),
    table([
      ['Word', 'Japanese', 'Meaning'],
      ['Bearer', '灯持ち', 'A player with a lantern'],
      ['Dusk', '暮', '12,000 to 13,800 ticks'],
      ['Flicker', '揺らぎ', 'The state in which a hollow can be sealed'],
      ['Grade', '位', 'Wick, Ember, Flame, Beacon, Vigil'],
      ['GSoD', '大暮剣', 'Grand Sword of Dusk'],
      ['Hollow', '虚', 'A place where light went missing'],
      ['Toll', '鐘', 'The attack of the Bell Warden'],
      ['Vigil', '不寝の番', 'The highest grade; also the room']
    ]),
    text(
      'Pages for the longer ones: ',
      mention('items/Grand Sword of Dusk'),
      ', ',
      mention('mobs/Bell Warden'),
      ', ',
      mention('Wiki/Sealing'),
      '.'
    ),
    text(italic('A word is missing? '), 'Its page may have an alias; the search knows those.')
  ])
}

function credits(): BlockNode {
  return page('Credits and Licence', { icon: '🙏' }, [
    text(
      'Made by the lantern keepers: everyone who wrote a line here, drew a texture or stood in a flooded bell tower with a stopwatch.'
    ),
    bullets(
      'Text and pictures of this wiki: free to share and change, please say where they are from.',
      [
        'The pack: ask before you put it into a modpack. The answer is yes if it keeps its name. (',
        mono('LICENSE.txt'),
        ')'
      ]
    ),
    h2('Not ours'),
    text(
      'Hollow Lantern is inspired by an anime we love. It uses no picture, no sound and no name from it, and it is not connected to its makers, nor to the makers of the game.'
    )
  ])
}
