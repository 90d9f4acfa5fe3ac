import { divider, h2, page, tinted, text } from '../../builder/blocks.ts'
import type { BlockNode } from '../../builder/block-node.ts'
import {
  at,
  bold,
  colored,
  commented,
  customEmoji,
  day,
  days,
  externalMention,
  formula,
  hours,
  italic,
  link,
  linkMention,
  mention,
  mentionDate,
  mentionUser,
  mono,
  pageLink,
  remindedDay,
  strike,
  suggested,
  templateMention,
  underline
} from '../../builder/rich-text.ts'
import { externalObject } from '../../builder/text-blocks.ts'

/** Paragraphs and all marks of inline text. */
export function wordsAndMarks(): BlockNode {
  return page('Words and Marks', { icon: '✒️' }, [
    ...marks(),
    h2('Names'),
    ...names(),
    h2('Days'),
    ...dates(),
    h2('What editors leave behind'),
    text(
      'A hollow heals by ',
      commented('a quarter'),
      suggested('remove', ' or a fifth'),
      suggested('insert', ', whatever its grade,'),
      ' when you look away.'
    ),
    text('Written on ', templateMention('today'), ' by ', templateMention('me'), '.')
  ])
}

function marks(): BlockNode[] {
  return [
    text(
      'A hollow is ',
      bold('sealed'),
      ', never ',
      italic('killed'),
      '; the old spelling ',
      strike('holow'),
      ' is ',
      underline('gone'),
      ', and ',
      bold(italic(underline('nobody'))),
      ' types ',
      mono('/seal'),
      '.'
    ),
    text('One line of a sign.\nThe next line of the same sign.'),
    text(
      'Grades have colours: ',
      colored('gray', 'Wick'),
      ', ',
      colored('orange', 'Ember'),
      ', ',
      colored('red', 'Flame'),
      ', ',
      colored('yellow', 'Beacon'),
      ', ',
      colored('purple_background', 'Vigil'),
      '.'
    ),
    tinted('blue', text('A whole line can be blue,')),
    tinted('teal_background', text('or stand on teal.')),
    text(),
    text('The ring turns with ', formula(String.raw`\omega = \frac{2\pi n}{2\,\mathrm{s}}`), '.'),
    divider()
  ]
}

function names(): BlockNode[] {
  return [
    text(
      'A page by name: ',
      mention('mobs/Bell Warden'),
      '; words that lead to one: ',
      pageLink('Wiki/Sealing', 'how to seal'),
      '.'
    ),
    text('Ask ', mentionUser('wiki'), ' or ', link('mailto:desk@packs.example', 'write'), '.'),
    text(
      'Other places: ',
      link('https://packs.example/hollow-lantern', 'the pack listing'),
      ', ',
      linkMention(
        'https://packs.example/hollow-lantern/issues',
        'Known problems',
        'What players have reported, and what will be mended next.'
      ),
      ' and ',
      externalMention('Moth counter'),
      '.'
    ),
    externalObject('Moth counter', 'https://code.example/bellows/moths', 'Moth counter'),
    text('Our own emoji: ', customEmoji('moth'), '.')
  ]
}

function dates(): BlockNode[] {
  return [
    text(
      'Published ',
      mentionDate(day('2026-08-14')),
      ', a reminder for ',
      mentionDate(remindedDay('2026-10-31')),
      '.'
    ),
    text('Moth week: ', mentionDate(days('2026-07-31', '2026-08-06')), '.'),
    text('The gate opens ', mentionDate(at('2026-03-01', '18:00')), '.'),
    text('Evening: ', mentionDate(hours('2026-09-12', ['19:00', '21:30'], 'Asia/Tokyo')), '.')
  ]
}
