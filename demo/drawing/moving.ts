import sharp from 'sharp'

import { Canvas } from './canvas.ts'

const SIDE = 32
const SCALE = 4
const flames = ['#e8862e', '#ffd27a', '#f2a541', '#ffe9b0']

/** A lantern that flickers: four frames, a quarter of a second each. */
export async function flicker(): Promise<Buffer> {
  const frames = await Promise.all(flames.map((paint) => lantern(paint).png(SCALE)))
  const side = SIDE * SCALE
  const pixels = await Promise.all(
    frames.map((frame) => sharp(frame).ensureAlpha().raw().toBuffer())
  )
  const raw = {
    width: side,
    height: side * pixels.length,
    channels: 4 as const,
    pageHeight: side
  }
  return sharp(Buffer.concat(pixels), { raw })
    .gif({ delay: pixels.map(() => 250), loop: 0 })
    .toBuffer()
}

function lantern(flame: string): Canvas {
  return new Canvas(SIDE, SIDE)
    .rect({ x: 14, y: 3 }, [4, 4], '#6b5a45')
    .rect({ x: 10, y: 7 }, [12, 2], '#3b352c')
    .rect({ x: 9, y: 9 }, [14, 16], '#3b352c')
    .rect({ x: 11, y: 11 }, [10, 12], flame)
    .disc({ x: 16, y: 18 }, 3, '#fff3d0')
    .rect({ x: 8, y: 25 }, [16, 3], '#3b352c')
}

/** The shaft below the bell tower, one picture from the rope down to the water: far taller than wide. */
export function bellShaft(): Canvas {
  const shaft = new Canvas(60, 240).rect({ x: 0, y: 0 }, [60, 240], '#23242b')
  for (let y = 0; y < 240; y += 6) {
    const shade = y % 12 === 0 ? '#3d3e46' : '#33343c'
    shaft.rect({ x: 0, y }, [10 + (y % 5), 5], shade).rect({ x: 48 - (y % 4), y }, [12, 5], shade)
  }
  return shaft
    .rect({ x: 29, y: 0 }, [2, 150], '#b3a585')
    .disc({ x: 30, y: 160 }, [11, 13], '#c98f2e')
    .rect({ x: 17, y: 168 }, [26, 4], '#8a5f1d')
    .rect({ x: 0, y: 206 }, [60, 34], '#1f5a92')
    .rect({ x: 6, y: 210 }, [30, 1], '#8bbcf0')
}
