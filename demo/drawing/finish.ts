import { hex, mix } from './canvas.ts'
import type { Canvas, Paint } from './canvas.ts'

/**
 * Gives a flat sprite its volume: light from the upper left on its edges, shadow on the lower
 * right, and a dark outline of its own colour round it all.
 */
export function sprite(canvas: Canvas): Canvas {
  return outline(shade(canvas))
}

/** Light and shadow on the edges of what is painted. */
export function shade(canvas: Canvas): Canvas {
  return canvas.each((x, y) => {
    if (canvas.isClear(x, y)) return undefined
    const own = hex(canvas.at(x, y))
    if (canvas.isClear(x, y + 1) || canvas.isClear(x + 1, y)) return mix(own, '#140c28', 0.32)
    if (canvas.isClear(x, y - 1) || canvas.isClear(x - 1, y)) return mix(own, '#fff4d8', 0.34)
    return undefined
  })
}

/** A dark line round what is painted. */
export function outline(canvas: Canvas): Canvas {
  return canvas.each((x, y) => {
    if (!canvas.isClear(x, y)) return undefined
    const sides = [
      [0, 1],
      [0, -1],
      [1, 0],
      [-1, 0]
    ] as const
    const painted = sides.find(([dx, dy]) => !canvas.isClear(x + dx, y + dy))
    if (!painted) return undefined
    return mix(hex(canvas.at(x + painted[0], y + painted[1])), '#0d0820', 0.78)
  })
}

/** Adds warm light around a point, in visible steps as pixel art has it. */
export function glow(
  canvas: Canvas,
  light: { x: number; y: number; radius: number; paint: Paint; strength?: number }
): Canvas {
  return canvas.each((x, y) => {
    const distance = Math.hypot(x - light.x, y - light.y)
    if (distance > light.radius || canvas.isClear(x, y)) return undefined
    const power = (1 - distance / light.radius) ** 2 * (light.strength ?? 0.8)
    const stepped = Math.floor(power * 7 + threshold(x, y)) / 7
    return stepped > 0 ? mix(hex(canvas.at(x, y)), light.paint, Math.min(stepped, 1)) : undefined
  })
}

/** Fills the canvas with bands of colour from top to bottom that run into each other by a pattern. */
export function gradient(canvas: Canvas, paints: Paint[], bottom = canvas.height): Canvas {
  for (let y = 0; y < bottom; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const position = (y / bottom) * (paints.length - 1)
      const band = Math.min(Math.floor(position + threshold(x, y)), paints.length - 1)
      canvas.dot(x, y, paints[band] ?? '#000000')
    }
  }
  return canvas
}

const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

/** Ordered dithering: between 0 and 1 by place. */
function threshold(x: number, y: number): number {
  return ((bayer[(y % 4) * 4 + (x % 4)] ?? 0) + 0.5) / 16
}
