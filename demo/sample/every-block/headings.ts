import {
  bullet,
  callout,
  columns,
  h1,
  h2,
  h3,
  h4,
  named,
  numbered,
  page,
  syncedCopy,
  tableOfContents,
  text,
  tinted,
  toggle,
  toggleHeading
} from '../../builder/blocks.ts'
import type { BlockNode, Content } from '../../builder/block-node.ts'
import { blockLink, mention, mono } from '../../builder/rich-text.ts'

/** The page's key, used by its own links. */
const key = 'every-block/headings'

/** Headings of all levels in all places where they may occur, and links to them. */
export function headings(): BlockNode {
  return page('Headings and Ways', { key, icon: '🧭' }, [
    text(
      'Every heading has an address. Go to ',
      blockLink(key, 'lamp-care', 'how a lamp is cared for'),
      ', which is folded, or straight to ',
      blockLink(key, 'third-rule', 'the third rule'),
      ', which is no heading at all.'
    ),
    tinted('gray', tableOfContents()),
    ...rules(),
    ...care(),
    ...places()
  ])
}

function rules(): Content {
  return [
    h1('Rules of the road'),
    text('They are old, and most of them were written down after somebody had not kept them.'),
    h2('By day'),
    ...numbered('Fill the lamp.', 'Count your company.'),
    h2('By night'),
    text('Three more, of which the last is the one that matters:'),
    bullet(['Walk on the moss.']),
    bullet(['Answer no bell that you cannot see.']),
    named('third-rule', bullet(['Never set the lantern down.'])),
    h3('When a bell rings'),
    h4('Once'),
    text('A keeper has come home.'),
    h4('Twice'),
    text('Somebody is missing. Light every lamp along the road.')
  ]
}

function care(): Content {
  return [
    named(
      'lamp-care',
      toggleHeading(1, 'Care of a lamp', [
        text('Trim the wick before dusk, never after.'),
        h2('By night'),
        text('The same words as above, and still an address of its own.'),
        toggle('What keepers carry', [
          text('A wick, a needle, and a bottle of oil.'),
          toggleHeading(4, 'In the north', [text('Two bottles.')])
        ])
      ])
    ),
    toggleHeading(3, '', [text('A folded part may have no heading, and is still here.')])
  ]
}

function places(): Content {
  return [
    h1('Where headings stand'),
    columns(
      [h3('Beside each other'), text('In the left column.')],
      [h3('On the right'), text('In the right one.')]
    ),
    callout('🏮', 'In a note, too:', h3('Inside a frame'), text('As keepers write them.')),
    h2('Oil, as another page tells it'),
    syncedCopy('oil-sources'),
    tinted('orange_background', h2('灯の数え方')),
    text('Run ', mono('/function hollow:oil'), ' or see ', mention('Wiki/Oil and Grades'), '.')
  ]
}

/** A page with small text, another font and full width. */
export function smallPrint(): BlockNode {
  return page('Small Print', { isSmallText: true, isFullWidth: true, font: 'serif' }, [
    text(
      'What nobody reads before dusk and everybody looks for after it: this pack changes no block for good, keeps no names, and sends nothing anywhere. It keeps ',
      blockLink(key, 'third-rule', 'the third rule'),
      '.'
    ),
    h3('Licence'),
    text('Share it, change it, and say where it is from.'),
    h1('Names'),
    text('The game belongs to its makers; the lanterns belong to whoever carries them.')
  ])
}
