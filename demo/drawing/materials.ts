import { points } from './canvas.ts'
import type { Canvas } from './canvas.ts'

/** How each material and food is drawn on its 16 × 16 pixels. */
export const materialDrawings: Record<string, (c: Canvas) => void> = {
  'lantern-oil': (c) => {
    c.rect({ x: 7, y: 1 }, [2, 2], '#8a5a34').rect({ x: 6, y: 3 }, [4, 2], '#cfe0d8')
    c.disc({ x: 7.5, y: 10 }, [4.6, 4.4], '#bcd3c8').disc({ x: 7.5, y: 11 }, [3.6, 3.2], '#e0992e')
    c.rect({ x: 5, y: 9 }, [6, 1], '#f7c860').dot(5, 8, '#ffffff').dot(6, 7, '#ffffff')
  },
  'wick-cord': (c) => {
    const bends = points('3,4 11,4 4,8 11,8 4,12 10,12')
    for (const [at, [x, y]] of bends.entries()) {
      const [toX, toY] = bends[at + 1] ?? [13, 14]
      c.line({ x, y }, { x: toX, y: toY }, '#e9dcb4').line(
        { x, y: y + 1 },
        { x: toX, y: toY + 1 },
        '#c2a873'
      )
    }
    for (const x of [5, 8, 10]) c.dot(x, 4, '#a5885a').dot(x, 8, '#a5885a').dot(x, 12, '#a5885a')
    c.rect({ x: 2, y: 3 }, [2, 2], '#3b2530')
      .dot(2, 2, '#ff8a2a')
      .dot(3, 2, '#ffd166')
      .dot(3, 1, '#ff8a2a')
  },
  ember: (c) => {
    c.shape(
      [
        [3, 8],
        [6, 4],
        [10, 3],
        [13, 7],
        [12, 12],
        [7, 13],
        [3, 11]
      ],
      '#3b2530'
    )
    c.line({ x: 5, y: 9 }, { x: 8, y: 7 }, '#ff8a2a').line(
      { x: 8, y: 7 },
      { x: 11, y: 9 },
      '#ffb347'
    )
    c.line({ x: 8, y: 7 }, { x: 9, y: 4 }, '#ff6a1a').line(
      { x: 7, y: 11 },
      { x: 9, y: 9 },
      '#ffd166'
    )
    c.dot(8, 8, '#fff0b0').dot(9, 8, '#ffd166')
  },
  'hollow-glass': (c) => {
    c.shape(
      [
        [3, 5],
        [10, 2],
        [13, 4],
        [12, 12],
        [6, 14],
        [3, 12]
      ],
      '#9fd6e0'
    )
    c.shape(
      [
        [5, 6],
        [9, 4],
        [11, 5],
        [10, 10],
        [6, 12],
        [5, 10]
      ],
      '#d8f4f2'
    )
    c.line({ x: 6, y: 10 }, { x: 10, y: 5 }, '#ffffff').line(
      { x: 8, y: 11 },
      { x: 11, y: 7 },
      '#7db6cc'
    )
  },
  'dusk-ingot': (c) => {
    c.shape(
      [
        [2, 10],
        [5, 5],
        [13, 4],
        [14, 7],
        [11, 12],
        [3, 13]
      ],
      '#7a5aa8'
    )
    c.shape(
      [
        [5, 6],
        [12, 5],
        [10, 8],
        [4, 9]
      ],
      '#e8935a'
    )
    c.line({ x: 5, y: 6 }, { x: 11, y: 5 }, '#ffd9a0').line(
      { x: 4, y: 11 },
      { x: 10, y: 10 },
      '#59408c'
    )
  },
  'moth-wing': (c) => {
    c.shape('2,13 3,7 7,3 12,1 14,3 13,8 9,11 4,14', '#d8c6a4')
    c.shape('9,9 13,7 13,11 10,13 7,12', '#b59a80').line(
      { x: 3, y: 13 },
      { x: 12, y: 3 },
      '#a58c78'
    )
    c.line({ x: 3, y: 13 }, { x: 13, y: 7 }, '#a58c78')
      .rect({ x: 9, y: 4 }, [3, 3], '#5c4468')
      .dot(10, 5, '#ffd166')
    c.dot(13, 2, '#5c4468').dot(12, 2, '#5c4468').dot(13, 3, '#8a6f8a')
  },
  'lamp-moss': (c) => {
    c.rect({ x: 2, y: 12 }, [12, 2], '#5a5562').shape('1,12 3,8 6,6 9,5 12,8 14,12', '#4f7d4a')
    for (const [x, y] of points('3,11 5,8 8,6 10,9 7,10 12,11 11,7')) {
      c.dot(x, y, '#7fb068').dot(x + 1, y, '#6fa05c')
    }
    for (const [x, y] of points('5,10 9,7 12,10')) c.dot(x, y, '#fff3b8').dot(x, y - 1, '#f9e08a')
    for (const x of [2, 6, 10]) c.dot(x, 13, '#4f7d4a').dot(x + 1, 13, '#3f673e')
  },
  'tide-pearl': (c) => {
    c.disc({ x: 7.5, y: 8 }, 5.3, '#4d7fc0').disc({ x: 7, y: 7 }, 3.8, '#7fb2de')
    c.line({ x: 3, y: 10 }, { x: 6, y: 9 }, '#d9f0f7').line(
      { x: 6, y: 9 },
      { x: 9, y: 11 },
      '#d9f0f7'
    )
    c.line({ x: 9, y: 11 }, { x: 12, y: 10 }, '#d9f0f7')
      .rect({ x: 5, y: 5 }, [2, 1], '#ffffff')
      .dot(5, 6, '#ffffff')
  },
  'dusk-bread': (c) => {
    c.shape(
      [
        [2, 10],
        [5, 6],
        [11, 3],
        [14, 5],
        [13, 9],
        [8, 13],
        [4, 13]
      ],
      '#b9772f'
    )
    c.shape(
      [
        [4, 9],
        [7, 6],
        [11, 4],
        [12, 6],
        [9, 9],
        [5, 11]
      ],
      '#dca455'
    )
    for (const x of [5, 8, 11])
      c.line({ x, y: 12 - x * 0.55 }, { x: x + 1, y: 13 - x * 0.55 }, '#f6d9a0')
    c.dot(7, 11, '#f9e08a')
  }
}
