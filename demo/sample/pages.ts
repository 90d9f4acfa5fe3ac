import {
  bookmark,
  bullets,
  callout,
  code,
  columns,
  divider,
  h1,
  h2,
  h3,
  image,
  linkToPage,
  numbered,
  page,
  table,
  tableOfContents,
  text
} from '../builder/blocks.ts'
import type { BlockNode } from '../builder/block-node.ts'
import { collectionPage, inlineCollection, linkedViews } from '../builder/collection.ts'
import { at, bold, link, mention, mentionDate, mono } from '../builder/rich-text.ts'
import { attachment, cover, icon } from './assets.ts'
import { didYouKnow } from './did-you-know.ts'
import { evenings } from './evenings.ts'
import { getStarted } from './get-started.ts'
import { changelog, releases } from './releases.ts'
import { nextPage } from './roadmap.ts'
import { structures } from './collections/structures.ts'
import { wiki } from './wiki.ts'

/** The root page. */
export function home(): BlockNode {
  return page(
    'Hollow Lantern',
    { icon: icon('lantern'), cover: cover('dusk'), coverPosition: 0.7 },
    [
      text(
        'A datapack about carrying light. At dusk the world of Minecraft grows thin, small hollows open, and you are the one with the lantern. ',
        bold('虚灯'),
        ' (うつろび) in Japanese.'
      ),
      callout('📦', [
        bold('1.4.1 is out'),
        ' since ',
        mentionDate(at('2026-08-14', '18:00')),
        ': ',
        mention('techniques/Last Light'),
        ', and domains that put every block back. ',
        mention('Changelog'),
        '.'
      ]),
      columns(
        [h3('Play'), getStarted(), download()],
        [h3('Look up'), wiki(), didYouKnow()],
        [h3('Follow'), nextPage(), changelog()]
      ),
      h2('In thirty seconds'),
      numbered(
        [
          'Put ',
          mono('hollow.zip'),
          ' into the datapacks folder and run ',
          mono('/function hollow:start'),
          '.'
        ],
        ['Find a ', mention('structures/Lamp Shrine'), ' and light it.'],
        [
          'Stay until dusk. Seal what comes. ',
          mention('Get Started/Your First Evening'),
          ' holds your hand.'
        ]
      ),
      h2('Places to see'),
      linkedViews(structures, [
        {
          type: 'gallery',
          name: 'Postcards',
          show: ['Structure', 'Biomes'],
          cover: 'page_content_first'
        }
      ]),
      h2('Together'),
      collectionPage(evenings, { icon: '🌆', cover: cover('village'), coverPosition: 0.1 }),
      communityWorld(),
      japanese(),
      divider(),
      linkToPage('items/Grand Sword of Dusk')
    ]
  )
}

function download(): BlockNode {
  return page('Download', { icon: icon('chest'), cover: cover('road'), coverPosition: 0.2 }, [
    text('One file, no installer. The newest stable version is ', mention('releases/1.4.1'), '.'),
    callout('🧪', 'Previews are for copies of worlds. They are marked orange.'),
    inlineCollection(releases),
    h2('Resource pack'),
    text(
      'Optional: 48 textures and nine sounds. Servers can send it by themselves, see ',
      mention('Get Started/Install on a Server'),
      '.'
    ),
    h2('Check the file'),
    code(
      'Bash',
      'sha256sum hollow.zip',
      'Compare the first eight digits with those on the listing.'
    ),
    bookmark(
      'https://packs.example/hollow-lantern',
      'Hollow Lantern on the pack listing',
      'Mirror with checksums and older versions.'
    )
  ])
}

function communityWorld(): BlockNode {
  return page(
    '149719398400',
    { key: '149719398400', icon: '🌍', cover: cover('village'), coverPosition: 0.1 },
    [
      text(
        'The seed of the world we all play on, and the name everyone calls it by. It has been running since the first release and was never reset.'
      ),
      table([
        ['What', 'Where'],
        ['Spawn', '0, 71, 0, a shrine on a hill'],
        [mention('structures/Harten'), '412, 66, −230'],
        [mention('structures/Sunken Bellhouse'), '−1,204, 38, 890'],
        [mention('structures/The Unlit Gate'), 'walk until you are sure, then turn around']
      ]),
      h2('Use the seed yourself'),
      code('Plain Text', 'level-seed=149719398400\ngenerate-structures=true', 'server.properties'),
      text('With 1.21.4 and Hollow Lantern 1.4.1 you get our world as it was on the first day.'),
      image(attachment('harten.png'), 'Harten at 12,600 ticks'),
      h2('House rules'),
      bullets(
        'Light what you pass.',
        'Doors stay as you found them, above all on the east bank.',
        'No farms of moths. Feeding is fine.',
        'Ask before you build within 100 blocks of a shrine.'
      ),
      text('Join through the chat: ', link('https://chat.example/hollow-lantern', 'invite'), '.')
    ]
  )
}

function japanese(): BlockNode {
  return page(
    '虚灯とは',
    { key: 'About in Japanese', icon: '🇯🇵', cover: cover('shrine'), coverPosition: 0.2 },
    [
      text(
        '「虚灯」(うつろび)は、灯りを持って歩くためのデータパックです。日が暮れると世界が薄くなり、小さな「虚」が開きます。提灯を持つあなたが、それを封じます。'
      ),
      tableOfContents(),
      h1('できること'),
      bullets(
        '十八の術を覚える。最初の術は「灯歩」です。',
        '虚を封じて位を上げる。芯、熾、炎、灯台、夜番の五つ。',
        '祠に灯をともし、ハルテンの村を歩く。',
        ['術の一覧は ', mention('techniques'), ' にあります。']
      ),
      h1('動作環境'),
      table([
        ['必要なもの', '版'],
        ['Minecraft Java Edition', '1.21.4 から 1.21.8'],
        ['虚灯', '1.4.1']
      ]),
      page('遊び方', { key: 'How to play in Japanese', icon: '🎮' }, [
        text('はじめての夕暮れを、二十分で説明します。'),
        numbered(
          [
            'hollow.zip を datapacks フォルダーに入れ、',
            mono('/function hollow:start'),
            ' を実行します。'
          ],
          ['一番近い祠を探します：', mono('/locate structure hollow:lamp_shrine')],
          '日が暮れたら、祠の光の端に立ちます。',
          '虚子が揺らいだら、提灯を二秒向けます。',
          '落ちた熾を拾って、祠に戻ります。'
        ),
        callout('🏮', '油が足りないときは、祠のそばで待つか、パンを食べてください。'),
        image(attachment('lamp-shrine.png'), '灯のともった祠')
      ]),
      h1('よくある質問'),
      h3('日本語で遊べますか'),
      text('はい。案内の本は、ゲームの言語に合わせて日本語になります。'),
      h3('統合版で動きますか'),
      text('動きません。Java 版だけです。'),
      h3('質問はどこに書けばいいですか'),
      text('チャットの日本語の部屋か、', mention('evenings'), 'でどうぞ。')
    ]
  )
}
