import {
  bullet,
  bullets,
  callout,
  code,
  columns,
  divider,
  equation,
  h1,
  h2,
  h3,
  image,
  numbered,
  page,
  quote,
  synced,
  table,
  tableOfContents,
  text,
  tinted,
  todo,
  toggle
} from '../builder/blocks.ts'
import type { BlockNode, Content } from '../builder/block-node.ts'
import { bold, colored, formula, italic, mention, mono } from '../builder/rich-text.ts'
import { attachment, cover } from './assets.ts'

/** The long page about everything that a bearer's strength depends on. */
export function oilAndGrades(): BlockNode {
  return page(
    'Oil and Grades',
    { icon: '🛢️', cover: cover('road'), coverPosition: 0.2, isFullWidth: true },
    [
      text(
        'Two numbers say what you can do: oil, which you spend, and your grade, which you keep. This page has both, with every number we could measure.'
      ),
      tableOfContents(),
      ...oil(),
      divider(),
      ...gradeChapters(),
      divider(),
      ...cooldowns(),
      ...questions()
    ]
  )
}

function oil(): Content {
  return [
    h1('Oil'),
    text('The glass of your lantern shows it in five steps. The exact number is in the menu.'),
    h2('Ways to get it'),
    synced('oil-sources', [
      table([
        ['Source', 'Oil', 'How often'],
        [mention('structures/Lamp Shrine'), '1', 'every 3 s within 8 blocks'],
        [mention('items/Lantern Oil'), '10', 'any time'],
        [mention('items/Dusk Bread'), '2', 'after dusk'],
        [mention('structures/Oil Well'), '60', 'once a day, as 6 bottles'],
        ['Sealing a hollow', '5', 'each'],
        ['Sleeping', '20', 'once a night']
      ]),
      callout('💡', 'Rain does not fill a lantern. It was tried.')
    ]),
    h2('Ways to lose it'),
    bullets(
      'Techniques, by their cost.',
      'A Wick Thief, 8 at a touch.',
      'Death: half of it, unless keep_oil is on.',
      [
        'Water above your head: 1 every second from grade ',
        colored('gray', 'Wick'),
        ' to ',
        colored('red', 'Flame'),
        '.'
      ]
    ),
    h2('The formula'),
    text(
      'What a technique costs depends on the light where you stand. With level ',
      formula('l'),
      ' and list price ',
      formula('c'),
      ':'
    ),
    equation(
      '\\text{cost} = \\left\\lceil c \\cdot \\left(1 - \\frac{\\max(0,\\,7 - l)}{20}\\right) \\right\\rceil'
    ),
    text(
      'So in the dark a technique is up to 35 % cheaper. The pack rounds up, and no cost is ever below 1.'
    ),
    table([
      ['Light level', 'Lantern Step (8)', 'Cinder Rain (35)', 'Endless Vigil (120)'],
      ['7 and above', '8', '35', '120'],
      ['5', '8', '32', '108'],
      ['3', '7', '28', '96'],
      ['0', '6', '23', '78']
    ]),
    toggle('How the pack computes it', [
      code(
        'mcfunction',
        '# hollow:oil/price\nexecute store result score #light hollow.math run data get storage hollow:tmp light\nscoreboard players set #seven hollow.math 7\nscoreboard players operation #seven hollow.math -= #light hollow.math\nexecute if score #seven hollow.math matches ..0 run return run scoreboard players get #cost hollow.math'
      ),
      text('Twenty is the divisor because a scoreboard has no fractions.')
    ])
  ]
}

function gradeChapters(): Content {
  return [
    h1('Grades'),
    text('You rise by sealing hollows, never by killing them. The count is for life.'),
    table([
      ['Grade', 'Sealed hollows', 'Most oil', 'Hearts', 'Slots'],
      ['Wick', '0', '60', '10', '1'],
      ['Ember', '5', '80', '10', '2'],
      ['Flame', '20', '100', '11', '3'],
      ['Beacon', '60', '120', '12', '3'],
      ['Vigil', '150', '150', '14', '3']
    ]),
    ...lowerGrades(),
    ...higherGrades()
  ]
}

function lowerGrades(): Content {
  return [
    ...chapter('Wick', [
      text('Everyone begins here. You have one slot and a light that reaches twelve blocks.'),
      bullets(
        [
          'Learn ',
          mention('techniques/Lantern Step'),
          ' first. Then ',
          mention('techniques/Wick Flare'),
          '.'
        ],
        ['Hollows ignore you for the first ten minutes of a world.'],
        'You can seal Hollowlings only.'
      ),
      h3('A good first hour'),
      numbered('Light one shrine.', 'Seal two Hollowlings.', 'Sleep there.', 'Seal three more.')
    ]),
    ...chapter('Ember', [
      text('A second slot, and wards.'),
      bullets(
        [
          'Choose between ',
          mention('techniques/Ember Guard'),
          ' and ',
          mention('techniques/Paper Ward'),
          '. You will want both in the end.'
        ],
        'You can seal Drift Hollows, slowly: four seconds.',
        'Villagers of Harten greet you.'
      ),
      h3('Where to go'),
      bullet(['Nearest ', mention('structures/Oil Well'), ' for a day’s oil.']),
      bullet([mention('structures/Moth Attic'), ' for wings.']),
      bullet([mention('structures/Harten'), ' for bread and maps.'])
    ])
  ]
}

function higherGrades(): Content {
  return [
    ...chapter('Flame', [
      text('The third slot. From here on techniques have their own sound, and hollows know it.'),
      bullets(
        ['The sword is within reach: ', mention('items/Grand Sword of Dusk'), '.'],
        'Sealing takes two seconds for everything but bosses.',
        'Sealing may give a Seal Key, 15 %.'
      ),
      h3('Before your first boss'),
      todo(true, 'Guard with three coals'),
      todo(true, 'Forty oil in bottles'),
      todo(false, 'Somebody who counts tolls: ', mention('mobs/Bell Warden'))
    ]),
    ...chapter('Beacon', [
      text('You are seen from far away, by friends and by others.'),
      bullets(
        'Shrines you light stay lit when a hollow passes.',
        ['Techniques for two: ', mention('techniques/Éclipse à deux'), '.'],
        'Under water your lantern keeps its oil.'
      ),
      h3('Habits worth having'),
      bullets('Leave one slot for support.', 'Carry a bell.', 'Let Embers seal what they can seal.')
    ]),
    ...chapter('Vigil', [
      text('There is nothing above. You keep watch so that others sleep.'),
      bullets(
        ['The room: ', mention('techniques/Domain: Endless Vigil'), '.'],
        ['The last thing: ', mention('techniques/Last Light'), '.'],
        'Phantoms do not come for you, nor for anyone near you.'
      ),
      h3('What changes for others'),
      bullets(
        'Players within 24 blocks get oil twice as fast.',
        'Hollows leave villages you slept in.'
      ),
      quote('A Vigil who tells you that they are one is a Beacon.')
    ])
  ]
}

function chapter(grade: string, content: Content): BlockNode[] {
  const picture = image(attachment(`grade-${grade.toLowerCase()}.png`), `Seal of the ${grade}`, 96)
  return [h2(grade), picture, ...content.flat()]
}

function cooldowns(): Content {
  return [
    h1('Cooldowns'),
    text(
      'Every technique has its own. They run while you are logged out, except the one of Last Light.'
    ),
    columns(
      [
        h3('Shorter'),
        bullets(
          'Grade: 5 % less for each grade above the technique’s.',
          'Inside a domain: half.',
          'On the first day of a full moon: 10 % less.'
        )
      ],
      [
        h3('Longer'),
        bullets(
          'In the End: twice.',
          'After death: all at full length.',
          'With Slowness: 20 % more.'
        )
      ]
    ),
    tinted('gray', text('The floor is half a second for all of them.')),
    code('mcfunction', '/function hollow:technique/ready', 'Clears them, for operators.')
  ]
}

function questions(): Content {
  return [
    h1('Questions'),
    h3('Can I lose a grade'),
    text('No. ', mono('/function hollow:grade/set'), ' can take it, we cannot.'),
    h3('Do hollows from spawners count'),
    text('There are none. If you see one, somebody made it, and it does not count.'),
    h3('Is there a sixth grade'),
    text(
      'There is a word for it in the files, and that is all there is. ',
      italic('Please stop asking the baker.')
    ),
    callout('📐', [
      bold('Something looks wrong? '),
      'Every number here was measured on 1.4.1. Tell us at the next ',
      mention('evenings'),
      '.'
    ])
  ]
}
