import { bookmark, columns, file, h2, image, page, text } from '../../builder/blocks.ts'
import type { BlockNode } from '../../builder/block-node.ts'
import { driveDocument, externalObject, media } from '../../builder/media-blocks.ts'
import { mention } from '../../builder/rich-text.ts'
import { attachment, icon } from '../assets.ts'

/** Images of all shapes. */
export function pictureBlocks(): BlockNode {
  const road = attachment('dusk-road.jpg')
  return page('Pictures', { key: 'Every Block/Pictures', icon: '🖼️' }, [
    text('Pictures keep their room while they load. A click shows the whole of one.'),
    media('image', road, {
      words: {
        title: 'dusk-road.jpg',
        caption: 'The east road, fourteen lamps between Harten and the Unlit Gate',
        alt: 'A row of lamps below dark hills, the last light behind them'
      },
      format: { block_full_width: true }
    }),
    h2('Narrow, left, right and centred'),
    ...['left', 'center', 'right'].map((block_alignment) =>
      media('image', attachment('lamp-shrine.png'), {
        words: { caption: `A shrine, 280 pixels wide, ${block_alignment}` },
        format: { block_width: 280, block_alignment }
      })
    ),
    h2('Taller than a screen'),
    image(attachment('bell-shaft.png'), 'The shaft below the bell tower', 240),
    h2('Beside each other'),
    columns(
      [image(road, 'The same road, in half the width')],
      [image(attachment('harten.png'), 'Harten at 12,600 ticks')]
    ),
    h2('Drawn and moving'),
    image(icon('lantern'), 'The lantern of this wiki, as a drawing without pixels', 96),
    image(attachment('flicker.gif'), 'A lantern that flickers', 128),
    text('Why it flickers: ', mention('Wiki/Sealing'), '.')
  ])
}

/** Videos, audio, documents and embeds of other sites. */
export function otherMedia(): BlockNode {
  return page('Films, Files and Other Sites', { key: 'Every Block/Media', icon: '🎞️' }, [
    text('Nothing of another site is loaded before you ask for it.'),
    h2('Films and sounds'),
    media('video', attachment('dusk-falls.webm'), {
      words: { title: 'dusk-falls.webm', caption: 'Dusk in three seconds' },
      format: { block_aspect_ratio: 0.5625, block_width: 480 }
    }),
    media('video', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', {
      words: { caption: 'A film on another site' },
      format: { block_aspect_ratio: 0.5625 }
    }),
    media('video', 'https://player.vimeo.com/video/1084537'),
    media('audio', attachment('bell-stroke.wav'), { words: { caption: 'One stroke of the bell' } }),
    media('embed', 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC'),
    h2('Files'),
    file(attachment('hollow.zip'), { name: 'hollow.zip', size: '1.2 kB' }),
    media('pdf', attachment('first-evening.pdf'), {
      words: { title: 'first-evening.pdf', caption: 'The first evening, to print' }
    }),
    driveDocument(
      'https://drive.google.com/file/d/1QqtwutJ9KC5gGitlHymkgVwJvR/view',
      'Lamp moss census.pdf'
    ),
    ...cards(),
    ...embeds()
  ])
}

function cards(): BlockNode[] {
  return [
    h2('Cards'),
    {
      ...bookmark(
        'https://packs.example/hollow-lantern',
        'Hollow Lantern on Packs',
        'Every release with its notes, for the versions that play it.'
      ),
      format: {
        bookmark_icon: icon('flame'),
        bookmark_cover: attachment('harten.png')
      }
    },
    media('tweet', 'https://social.example/@hollowlantern/1121', {
      words: { caption: 'The bell rings again: 1.4.1 is out.' }
    }),
    externalObject('external_object_instance', 'https://code.example/hollow-lantern/issues/212', {
      Title: 'Bell Warden forgets its path',
      State: 'Closed',
      Number: '212'
    }),
    externalObject('link_preview', 'https://code.example/hollow-lantern/pull/219', {
      Title: 'Keep paths over a reload',
      State: 'Merged'
    }),
    media('gist', 'https://gist.github.com/octocat/9257657'),
    media('embed', 'https://lantern-keepers.example/map')
  ]
}

function embeds(): BlockNode[] {
  return [
    h2('Other sites'),
    media('figma', 'https://www.figma.com/file/LKQ4FJ4bTnCSjedbRpk931/Lantern-menu'),
    media('codepen', 'https://codepen.io/team/codepen/pen/PNaGbb'),
    media('maps', 'https://www.google.com/maps/place/Himeji+Castle/@34.8394,134.6939,17z'),
    media('typeform', 'https://hollow.typeform.com/to/lanterns'),
    media('excalidraw', 'https://excalidraw.com/#json=5762,lantern'),
    media('replit', 'https://replit.com/@lanterns/oil-counter'),
    media('miro', 'https://miro.com/app/board/uXjVPLantern=/')
  ]
}
