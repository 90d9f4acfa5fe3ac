import { Canvas, hex, points } from './canvas.ts'
import type { Paint } from './canvas.ts'
import { glow, gradient, outline, shade } from './finish.ts'

/** Portraits of the mobs by file name, 32 × 32 on a background of their hour. */
export function mobPortraits(): Record<string, Canvas> {
  const drawn = Object.entries(portraits).map(([name, it]) => {
    const figure = new Canvas(32, 32)
    it.draw(figure)
    return [`mob-${name}`, framed(outline(shade(figure)), it)] as const
  })
  return Object.fromEntries(drawn)
}

interface Portrait {
  sky: Paint[]
  light?: { x: number; y: number; radius: number; paint: Paint }
  draw: (c: Canvas) => void
}

const dusk = ['#3b2c5e', '#7a4a78', '#c96f6a', '#f0a66a']
const night = ['#141a38', '#1d2750', '#2c3a6a']
const cave = ['#1c1a26', '#2a2634', '#3a3444']
const water = ['#10283f', '#17405a', '#236078']

const portraits: Record<string, Portrait> = {
  'lamp-moth': {
    sky: dusk,
    light: { x: 16, y: 15, radius: 15, paint: '#ffdf9a' },
    draw: (c) => {
      wings(c, '15,13 3,5 2,14 8,20 14,18', '#d8c6a4')
      wings(c, '14,18 8,21 9,27 14,23', '#b59a80')
      c.disc({ x: 7, y: 12 }, 2, '#5c4468')
        .disc({ x: 24, y: 12 }, 2, '#5c4468')
        .dot(7, 12, '#ffd166')
        .dot(24, 12, '#ffd166')
      c.disc({ x: 15.5, y: 17 }, [2.2, 6.5], '#f1e4c8')
        .dot(14, 12, '#1b1424')
        .dot(17, 12, '#1b1424')
      c.line({ x: 14, y: 10 }, { x: 11, y: 5 }, '#f1e4c8').line(
        { x: 17, y: 10 },
        { x: 20, y: 5 },
        '#f1e4c8'
      )
    }
  },
  'paper-crane': {
    sky: dusk,
    draw: (c) => {
      c.shape('15,16 3,5 9,19', '#f7f0de').shape('16,16 28,4 22,19', '#e4d8be')
      c.shape('9,18 22,18 16,26', '#fffaf0').shape('21,18 29,13 24,21', '#f7f0de')
      c.shape('10,18 4,13 3,15 8,22', '#efe5cd')
        .dot(4, 14, '#b53a3a')
        .line({ x: 15, y: 18 }, { x: 16, y: 25 }, '#cbbd9c')
    }
  },
  'oil-slime': {
    sky: cave,
    draw: (c) => {
      c.disc({ x: 15.5, y: 21 }, [11, 8], '#3f3a2c').disc({ x: 15.5, y: 19 }, [8.5, 6.5], '#6b5a32')
      c.disc({ x: 12, y: 16 }, [3, 2], '#c9a24a')
        .rect({ x: 10, y: 19 }, [3, 4], '#171222')
        .rect({ x: 19, y: 19 }, [3, 4], '#171222')
      c.dot(10, 19, '#f7c860')
        .dot(19, 19, '#f7c860')
        .line({ x: 14, y: 25 }, { x: 18, y: 25 }, '#171222')
    }
  },
  'wick-thief': {
    sky: night,
    light: { x: 24, y: 21, radius: 11, paint: '#ffc46b' },
    draw: (c) => {
      c.shape('10,28 8,14 15,4 22,14 21,28', '#44506e').disc({ x: 15, y: 13 }, [4.5, 4], '#161426')
      c.rect({ x: 12, y: 12 }, [2, 2], '#f7e08a').rect({ x: 17, y: 12 }, [2, 2], '#f7e08a')
      c.line({ x: 20, y: 20 }, { x: 24, y: 21 }, '#44506e')
        .rect({ x: 24, y: 18 }, [2, 5], '#e9dcb4')
        .dot(24, 17, '#ff8a2a')
        .dot(25, 16, '#ffd166')
    }
  },
  hollowling: {
    sky: dusk,
    draw: (c) => {
      hollow(c, { x: 15.5, y: 17, size: 9 })
      c.disc({ x: 12, y: 15 }, 2, '#fff4d8')
        .disc({ x: 19, y: 15 }, 2, '#fff4d8')
        .dot(12, 15, '#0b0716')
        .dot(19, 15, '#0b0716')
    }
  },
  'drift-hollow': {
    sky: night,
    draw: (c) => {
      hollow(c, { x: 15.5, y: 12, size: 9 })
      for (const x of [8, 12, 16, 20, 23])
        c.line({ x, y: 19 }, { x: x + (x % 3) - 1, y: 28 - (x % 4) }, '#221a3a')
      c.ring({ x: 15.5, y: 12 }, 5, '#8f7ad0')
        .ring({ x: 15.5, y: 12 }, 3, '#cbbcf4')
        .dot(15, 12, '#fff4d8')
        .dot(16, 12, '#fff4d8')
    }
  },
  'mirror-hollow': {
    sky: night,
    draw: (c) => {
      c.shape('15,2 24,10 22,25 15,30 8,24 6,11', '#8fb4c6').shape(
        '15,5 21,11 19,23 15,27 10,22 9,12',
        '#23203a'
      )
      c.line({ x: 10, y: 21 }, { x: 19, y: 9 }, '#d8f4f2').line(
        { x: 13, y: 24 },
        { x: 20, y: 14 },
        '#5f86a0'
      )
      c.rect({ x: 12, y: 15 }, [2, 2], '#ffffff').rect({ x: 17, y: 15 }, [2, 2], '#ffffff')
    }
  },
  'ash-hound': {
    sky: dusk,
    draw: (c) => {
      c.shape('6,9 8,3 12,8 19,8 23,3 25,9 24,17 18,26 13,26 7,17', '#5a5560')
      c.shape('12,17 19,17 17,25 14,25', '#8a8490').rect({ x: 14, y: 21 }, [4, 2], '#17121f')
      c.rect({ x: 10, y: 13 }, [3, 2], '#ff8a2a')
        .rect({ x: 18, y: 13 }, [3, 2], '#ff8a2a')
        .dot(11, 13, '#fff0b0')
        .dot(19, 13, '#fff0b0')
      for (const [x, y] of points('9,18 22,16 15,10 20,21')) c.dot(x, y, '#ff6a1a')
    }
  },
  'bell-warden': {
    sky: water,
    draw: (c) => {
      c.shape('4,30 6,17 12,13 19,13 25,17 27,30', '#35566a').shape(
        '11,3 20,3 23,11 23,16 8,16 8,11',
        '#b3924a'
      )
      c.rect({ x: 7, y: 15 }, [18, 2], '#d9b44a')
        .rect({ x: 12, y: 11 }, [3, 3], '#0e1a26')
        .rect({ x: 17, y: 11 }, [3, 3], '#0e1a26')
      c.dot(13, 12, '#9ff0e8')
        .dot(18, 12, '#9ff0e8')
        .rect({ x: 14, y: 18 }, [4, 5], '#d9b44a')
        .rect({ x: 15, y: 23 }, [2, 2], '#6d5136')
      c.line({ x: 7, y: 22 }, { x: 9, y: 29 }, '#5d8a9a').line(
        { x: 24, y: 22 },
        { x: 22, y: 29 },
        '#5d8a9a'
      )
    }
  },
  'the-unlit': {
    sky: ['#07060f', '#0f0c1c', '#1a152c'],
    light: { x: 16, y: 9, radius: 9, paint: '#4a4470' },
    draw: (c) => {
      c.shape('7,31 10,15 13,5 18,5 21,15 25,31', '#1d1930').shape(
        '13,7 18,7 19,14 12,14',
        '#05040a'
      )
      c.dot(14, 10, '#b8b0e0')
        .dot(17, 10, '#b8b0e0')
        .line({ x: 12, y: 17 }, { x: 11, y: 30 }, '#37305a')
        .line({ x: 20, y: 17 }, { x: 21, y: 30 }, '#37305a')
      c.line({ x: 21, y: 18 }, { x: 26, y: 20 }, '#37305a')
        .rect({ x: 25, y: 20 }, [4, 6], '#3a3650')
        .rect({ x: 26, y: 21 }, [2, 4], '#0c0a16')
    }
  }
}

function framed(figure: Canvas, it: Portrait): Canvas {
  const canvas = gradient(new Canvas(32, 32), it.sky)
  if (it.light) glow(canvas, it.light)
  canvas.each((x, y) => (figure.isClear(x, y) ? undefined : hex(figure.at(x, y))))
  return canvas.each((x, y) => (x % 31 === 0 || y % 31 === 0 ? '#120d22' : undefined))
}

function wings(c: Canvas, left: string, paint: Paint) {
  c.shape(left, paint).shape(
    points(left).map(([x, y]): [number, number] => [31 - x, y]),
    paint
  )
}

function hollow(c: Canvas, it: { x: number; y: number; size: number }) {
  c.disc(it, it.size, '#3a2c5c')
    .disc(it, it.size - 1.6, '#221a3a')
    .disc(it, it.size - 3.4, '#0f0a1e')
}
