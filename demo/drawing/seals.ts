import { Canvas, hex, mix, randomFrom } from './canvas.ts'
import type { Paint } from './canvas.ts'
import { gradient, outline, shade } from './finish.ts'

/** The colour of each grade, as its seals and covers have it. */
export const gradePaints: Record<string, Paint> = {
  wick: '#a8a29a',
  ember: '#e88a3a',
  flame: '#d8493f',
  beacon: '#4f8fd8',
  vigil: '#9a68d0'
}

/** A technique's seal: a ring with a sign of eightfold symmetry that only this technique has. */
export function techniqueSeal(id: string, grade: string): Canvas {
  const paint = gradePaints[grade] ?? '#a8a29a'
  const canvas = new Canvas(32, 32)
  const random = randomFrom(`seal:${id}`)
  for (let y = 0; y < 9; y++) {
    for (let x = 0; x <= y; x++) {
      if (Math.hypot(x, y) < 9.5 && random() < 0.46)
        mirrored(canvas, [x, y], mix(paint, '#fff4d8', random() * 0.5))
    }
  }
  return onRing(canvas, paint)
}

/** A grade's seal: as many flames as the grade has steps. */
export function gradeSeal(grade: string): Canvas {
  const paint = gradePaints[grade] ?? '#a8a29a'
  const step = Object.keys(gradePaints).indexOf(grade) + 1
  const canvas = new Canvas(32, 32)
  for (let flame = 0; flame < step; flame++) {
    const angle = (flame / step) * Math.PI * 2 - Math.PI / 2
    const reach = step === 1 ? 0 : 6
    const centre = { x: 15.5 + Math.cos(angle) * reach, y: 16 + Math.sin(angle) * reach }
    flameAt(canvas, centre, paint)
  }
  return onRing(canvas, paint)
}

function flameAt(canvas: Canvas, centre: { x: number; y: number }, paint: Paint) {
  canvas.disc({ x: centre.x, y: centre.y + 1 }, 2.6, paint)
  canvas.disc({ x: centre.x, y: centre.y - 1.5 }, [1.4, 3], paint)
  canvas.disc({ x: centre.x, y: centre.y + 1.2 }, 1.3, '#fff0b0')
}

function mirrored(canvas: Canvas, at: [number, number], paint: Paint) {
  const [x, y] = at
  for (const [dx, dy] of [
    [x, y],
    [y, x]
  ] as const) {
    for (const sx of [-1, 1]) {
      for (const sy of [-1, 1]) {
        canvas.dot(sx < 0 ? 15 - dx : 16 + dx, sy < 0 ? 15 - dy : 16 + dy, paint)
      }
    }
  }
}

function onRing(sign: Canvas, paint: Paint): Canvas {
  const plate = new Canvas(32, 32)
  plate.disc({ x: 15.5, y: 15.5 }, 14.8, '#2a2140').disc({ x: 15.5, y: 15.5 }, 13.4, paint)
  plate.disc({ x: 15.5, y: 15.5 }, 12.2, '#1d1730')
  outline(shade(plate))
  return plate.each((x, y) => (sign.isClear(x, y) ? undefined : hex(sign.at(x, y))))
}

/** A small portrait for an account: its letterless sign on a square. */
export function accountAvatar(key: string, paint: Paint): Canvas {
  const canvas = gradient(new Canvas(16, 16), ['#2a2140', mix('#2a2140', paint, 0.4)])
  const random = randomFrom(`account:${key}`)
  for (let y = 2; y < 14; y++) {
    for (let x = 2; x < 8; x++) {
      if (random() < 0.5) canvas.dot(x, y, paint).dot(15 - x, y, paint)
    }
  }
  return canvas.rect({ x: 7, y: 7 }, [2, 3], '#fff0b0')
}
