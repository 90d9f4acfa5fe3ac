import {
  bookmark,
  bullet,
  bullets,
  callout,
  code,
  columns,
  file,
  h1,
  h2,
  image,
  linkToPage,
  numbered,
  page,
  quote,
  step,
  syncedCopy,
  table,
  tableOfContents,
  text,
  todo,
  toggle,
  toggleHeading
} from '../builder/blocks.ts'
import type { BlockNode } from '../builder/block-node.ts'
import { bold, italic, link, mention, mono, strike } from '../builder/rich-text.ts'
import { attachment, cover } from './assets.ts'

/** How to install the pack and survive the first evening. */
export function getStarted(): BlockNode {
  return page('Get Started', { icon: '🏮', cover: cover('dusk'), coverPosition: 0.7 }, [
    text(
      'Hollow Lantern runs on the plain game, version 1.21.4 or later. No mods, no resource pack needed (there is one, and it is pretty).'
    ),
    table([
      ['You need', 'Version'],
      ['Minecraft Java Edition', '1.21.4 to 1.21.8'],
      ['Hollow Lantern', '1.4.1, 412 kB'],
      ['Rights', 'one operator, once']
    ]),
    h1('Install'),
    numbered(
      ['Download ', bold('hollow.zip'), ' from ', mention('Download'), '. Do not unpack it.'],
      ['Put it into ', mono('saves/<your world>/datapacks'), '.'],
      ['In the game, run ', mono('/reload'), ', then:']
    ),
    code(
      'mcfunction',
      '/function hollow:start',
      'Once per world. It gives every player a lantern.'
    ),
    callout('⚠️', [
      'Make a copy of the world first. Hollow Lantern adds structures, and new structures ',
      bold('only grow in chunks nobody has seen'),
      '.'
    ]),
    image(attachment('menu.png'), 'The bearer’s menu after a good start', 480),
    h1('Then'),
    columns(
      [
        h2('Alone'),
        bullets(
          ['Read ', mention('Get Started/Your First Evening'), '.'],
          'Light the nearest shrine before the first night.'
        )
      ],
      [
        h2('On a server'),
        bullets(
          ['Read ', mention('Get Started/Install on a Server'), '.'],
          ['Set the limits in ', mention('Wiki/Command Reference'), '.']
        )
      ]
    ),
    firstEvening(),
    serverInstall(),
    troubleshooting(),
    bookmark(
      'https://packs.example/hollow-lantern',
      'Hollow Lantern on the pack listing',
      'The same file on another host, with checksums.'
    )
  ])
}

function firstEvening(): BlockNode {
  return page('Your First Evening', { icon: '🌆', cover: cover('village'), coverPosition: 0.1 }, [
    text('Twenty minutes from a fresh world to your first sealed hollow.'),
    tableOfContents(),
    h1('Before dusk'),
    todo(false, 'Have a bed, a shield and ten torches'),
    todo(false, 'Craft a second ', mention("items/Bearer's Lantern"), ' if you play with a friend'),
    todo(
      false,
      'Find a ',
      mention('structures/Lamp Shrine'),
      ': ',
      mono('/locate structure hollow:lamp_shrine')
    ),
    h1('At dusk'),
    text('At 12,000 ticks the birds stop. You have ninety seconds.'),
    step(
      ['Stand at the edge of the shrine’s light.'],
      bullet(['Not inside: nothing comes to you there.']),
      bullet(['Not outside: too much does.'])
    ),
    step(['Wait for a ', mention('mobs/Hollowling'), '. It has 20 health and is slower than you.']),
    step(['Hit it until it flickers. That is below 6 health.']),
    step([
      'Hold the lantern on it for two seconds. The ring closes, and an ',
      mention('items/Ember'),
      ' falls.'
    ]),
    image(attachment('mob-hollowling.png'), 'It looks worse than it is', 192),
    h1('Afterwards'),
    text('You are a bearer of grade Wick with one sealed hollow. Four more and you are Ember.'),
    syncedCopy('oil-sources'),
    toggle('It ate my torches', [
      text(
        'That was a ',
        mention('mobs/Drift Hollow'),
        '. They come from the third night on. Lanterns hold out longer than torches.'
      )
    ]),
    quote('Nobody seals their first hollow without shouting. It is fine.'),
    linkToPage('techniques/Lantern Step')
  ])
}

function serverInstall(): BlockNode {
  return page('Install on a Server', { icon: '🖥️' }, [
    text('For Paper, Fabric and the plain server. Tested with 24 players on two cores.'),
    h2('Files'),
    code(
      'Bash',
      'cd world/datapacks\ncurl -LO https://packs.example/hollow-lantern/1.4.1/hollow.zip\nls -l hollow.zip'
    ),
    file(attachment('hollow.zip'), { name: 'hollow.zip', size: '0.6KB' }),
    h2('server.properties'),
    code(
      'Plain Text',
      'function-permission-level=2\nenable-command-block=true\nsync-chunk-writes=true'
    ),
    h2('Limits that suit most servers'),
    table([
      ['Players', 'spawn_rate', 'lamp_limit', 'Cinder Rain coals'],
      ['1–4', '100', '100', '12'],
      ['5–12', '80', '60', '8'],
      ['13–24', '60', '40', '4']
    ]),
    code(
      'mcfunction',
      '/function hollow:settings/spawn_rate {percent:80}\n/function hollow:settings/lamp_limit {max:60}'
    ),
    h2('Updating'),
    numbered('Stop the server.', 'Copy the world.', 'Replace hollow.zip.', [
      'Start it and look for ',
      mono('[hollow] 1.4.1 ready'),
      ' in the log.'
    ]),
    callout('🧯', [
      'Never use ',
      strike('/datapack disable'),
      ' while a domain is open. Close it first: ',
      mono('/function hollow:domain/close'),
      '.'
    ])
  ])
}

function troubleshooting(): BlockNode {
  return page('Troubleshooting', { icon: '🧰' }, [
    text('The nine questions we hear most. Each opens when you press it.'),
    toggleHeading(2, 'Unknown function hollow:start', [
      bullets('The zip is in the wrong folder, or was unpacked into a folder inside a folder.', [
        'Check with ',
        mono('/datapack list'),
        ': it has to say ',
        mono('[file/hollow.zip (world)]'),
        '.'
      ])
    ]),
    toggleHeading(2, 'The lantern does nothing', [
      bullets('Your oil is at zero. The glass is dark then.', 'The slot is empty: open the menu.')
    ]),
    toggleHeading(2, 'No shrines anywhere', [
      text('The area was explored before the pack came. Walk 1,000 blocks, or use a fresh world.')
    ]),
    toggleHeading(2, 'The menu is a list in chat', [
      text('Dialogs need 1.21.6. The list can do the same things.')
    ]),
    toggleHeading(2, 'Everything is slow at dusk', [
      bullets(
        ['Lower the spawn rate: ', mono('/function hollow:settings/spawn_rate {percent:50}'), '.'],
        ['Measure: ', mono('/function hollow:debug/profile'), '.']
      )
    ]),
    toggleHeading(2, 'A domain did not put my wall back', [
      text(
        'Run ',
        mono('/function hollow:domain/close'),
        ' once more. If that fails, the blocks are in storage for a week: ask us with the report book.'
      )
    ]),
    toggleHeading(2, 'My grade is gone', [
      text(
        'The world was opened once without the pack. ',
        mono('/function hollow:grade/add {sealed:20}'),
        ' brings it back.'
      )
    ]),
    toggleHeading(2, 'Does it work with other packs', [
      text(
        'With all that we know of, except those that replace ',
        mono('minecraft:lantern'),
        ' recipes.'
      )
    ]),
    toggleHeading(2, 'Does it work on Bedrock', [
      text('No, and it will not. ', italic('We are sorry.'))
    ]),
    h2('Still stuck'),
    text(
      'Write to ',
      link('mailto:help@bearers.example', 'help@bearers.example'),
      ' or ask in the chat. Please add the version and the last ten lines of your log.'
    )
  ])
}
