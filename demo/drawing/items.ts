import { Canvas, mix } from './canvas.ts'
import { sprite } from './finish.ts'
import { materialDrawings } from './materials.ts'

/** Item textures by file name, 16 × 16 like the game's own (the sword has 32). */
export function itemSprites(): Record<string, Canvas> {
  const drawn = Object.entries({ ...materialDrawings, ...toolDrawings }).map(([name, draw]) => {
    const canvas = new Canvas(16, 16)
    draw(canvas)
    return [name, sprite(canvas)] as const
  })
  return { ...Object.fromEntries(drawn), 'grand-sword-of-dusk': sprite(sword()) }
}

const toolDrawings: Record<string, (c: Canvas) => void> = {
  'bearers-lantern': (c) => lantern(c, { frame: '#4a3f52', glass: '#f2a541', flame: '#fff0b0' }),
  'travellers-lantern': (c) => lantern(c, { frame: '#6d5136', glass: '#62a8b8', flame: '#e2fbff' }),
  'paper-talisman': (c) => {
    c.rect({ x: 5, y: 1 }, [6, 13], '#f3ead2')
      .dot(5, 14, '#f3ead2')
      .dot(8, 14, '#f3ead2')
      .dot(10, 14, '#f3ead2')
    c.rect({ x: 6, y: 3 }, [4, 1], '#b53a3a').line({ x: 8, y: 3 }, { x: 8, y: 11 }, '#b53a3a')
    c.line({ x: 6, y: 6 }, { x: 9, y: 6 }, '#b53a3a').line(
      { x: 6, y: 9 },
      { x: 7, y: 8 },
      '#b53a3a'
    )
    c.line({ x: 9, y: 8 }, { x: 9, y: 10 }, '#b53a3a').dot(6, 11, '#b53a3a')
  },
  'bell-of-quiet': (c) => {
    c.rect({ x: 7, y: 1 }, [2, 2], '#6f6a7c').shape(
      [
        [6, 3],
        [9, 3],
        [11, 6],
        [11, 10],
        [4, 10],
        [4, 6]
      ],
      '#9aa7b8'
    )
    c.rect({ x: 3, y: 10 }, [10, 2], '#b9c6d2').rect({ x: 7, y: 12 }, [2, 2], '#544b63')
    c.line({ x: 6, y: 5 }, { x: 6, y: 9 }, '#e4edf2').line(
      { x: 9, y: 5 },
      { x: 10, y: 9 },
      '#6d7a90'
    )
  },
  'ash-compass': (c) => {
    c.disc({ x: 7.5, y: 8 }, 5.6, '#6a6570').disc({ x: 7.5, y: 8 }, 4.2, '#2c2836')
    c.line({ x: 7, y: 8 }, { x: 10, y: 5 }, '#ff8a2a').line(
      { x: 7, y: 8 },
      { x: 5, y: 11 },
      '#b8b3c0'
    )
    c.dot(7, 8, '#fff0b0')
      .dot(7, 4, '#8d8796')
      .dot(7, 12, '#8d8796')
      .dot(3, 8, '#8d8796')
      .dot(11, 8, '#8d8796')
  },
  'seal-key': (c) => {
    c.ring({ x: 5, y: 5 }, 3, '#d9b44a').ring({ x: 5, y: 5 }, 2, '#b98f2f').dot(5, 5, '#9a3fd0')
    c.line({ x: 7, y: 7 }, { x: 13, y: 13 }, '#d9b44a').line(
      { x: 8, y: 7 },
      { x: 13, y: 12 },
      '#b98f2f'
    )
    c.dot(12, 10, '#d9b44a').dot(13, 9, '#d9b44a').dot(10, 8, '#d9b44a').dot(11, 7, '#d9b44a')
  },
  'bearers-coat': (c) => {
    c.shape(
      [
        [5, 2],
        [10, 2],
        [13, 4],
        [14, 8],
        [11, 8],
        [11, 13],
        [4, 13],
        [4, 8],
        [1, 8],
        [2, 4]
      ],
      '#35436b'
    )
    c.line({ x: 7, y: 3 }, { x: 7, y: 13 }, '#e0c78a').line(
      { x: 8, y: 3 },
      { x: 8, y: 13 },
      '#222c4a'
    )
    c.rect({ x: 4, y: 11 }, [7, 1], '#e0992e')
      .dot(5, 9, '#e0992e')
      .dot(10, 9, '#e0992e')
      .rect({ x: 6, y: 2 }, [3, 1], '#e0c78a')
  },
  'vigil-crown': (c) => {
    c.shape(
      [
        [2, 4],
        [4, 8],
        [7, 3],
        [8, 3],
        [11, 8],
        [13, 4],
        [13, 12],
        [2, 12]
      ],
      '#6b5aa0'
    )
    c.rect({ x: 2, y: 11 }, [12, 2], '#d9b44a')
      .dot(5, 11, '#ff8a2a')
      .dot(8, 11, '#fff0b0')
      .dot(11, 11, '#ff8a2a')
    c.dot(7, 6, '#fff0b0').dot(8, 6, '#ffd166').dot(7, 7, '#ff8a2a').dot(8, 7, '#ff8a2a')
  }
}

function lantern(c: Canvas, paints: { frame: string; glass: string; flame: string }) {
  const { frame, glass, flame } = paints
  c.ring({ x: 7.5, y: 3 }, 2, frame).rect({ x: 5, y: 4 }, [6, 2], frame)
  c.rect({ x: 4, y: 6 }, [8, 7], glass).rect({ x: 4, y: 13 }, [8, 2], frame)
  c.rect({ x: 6, y: 7 }, [4, 5], mix(glass, flame, 0.5)).rect({ x: 7, y: 8 }, [2, 4], flame)
  c.rect({ x: 4, y: 6 }, [1, 7], frame).rect({ x: 11, y: 6 }, [1, 7], frame)
}

function sword(): Canvas {
  const c = new Canvas(32, 32)
  for (let step = 0; step < 21; step++) {
    const [x, y] = [9 + step, 22 - step]
    const paint = mix('#6b4fa8', '#f39a4f', step / 20)
    c.rect({ x: x - 2, y: y - 2 }, [4, 4], paint)
  }
  for (let step = 0; step < 21; step++) {
    c.dot(8 + step, 21 - step, mix('#b9a2ec', '#fff0b0', step / 20)).dot(
      9 + step,
      21 - step,
      mix('#a88be0', '#ffd9a0', step / 20)
    )
  }
  c.shape(
    [
      [4, 16],
      [6, 14],
      [17, 25],
      [15, 27]
    ],
    '#d9b44a'
  )
    .rect({ x: 9, y: 20 }, [3, 3], '#9a3fd0')
    .dot(9, 20, '#e9c6ff')
  for (let step = 0; step < 6; step++) {
    c.rect({ x: 8 - step, y: 22 + step }, [3, 2], step % 2 ? '#4a3f52' : '#6d5136')
  }
  return c.disc({ x: 3, y: 28.5 }, 2, '#d9b44a').dot(3, 28, '#fff0b0')
}
