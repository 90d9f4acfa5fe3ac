import { hex, mix, randomFrom } from './canvas.ts'
import type { Canvas, Paint } from './canvas.ts'
import { glow, gradient } from './finish.ts'

/** Skies from top to horizon. */
export const skies = {
  dusk: ['#241c47', '#3b2c5e', '#6a4378', '#a65a72', '#dd8163', '#f5b573'],
  night: ['#0d1029', '#141a3a', '#1e2850', '#2f3c69'],
  winter: ['#161c3c', '#28365f', '#4a5f8a', '#8fa0b8'],
  storm: ['#101d30', '#1a3046', '#2c5061', '#4c7a7d'],
  deep: ['#05040c', '#0c0918', '#161024', '#201730']
} satisfies Record<string, Paint[]>

const flame: Paint = '#ffcf7a'

/** A sky with its stars and a moon where one is asked for. */
export function sky(canvas: Canvas, paints: Paint[], options: { seed: string; moonX?: number }) {
  gradient(canvas, paints)
  const random = randomFrom(`stars:${options.seed}`)
  for (let star = 0; star < canvas.width / 6; star++) {
    const [x, y] = [random() * canvas.width, random() ** 2 * canvas.height * 0.5]
    canvas.dot(x, y, random() < 0.3 ? '#fff6dc' : '#b9b4d8')
  }
  if (options.moonX !== undefined) moon(canvas, { x: options.moonX, y: canvas.height * 0.22 })
}

/** A range of hills; `base` is its middle height, `rough` how far it strays. */
export function hills(
  canvas: Canvas,
  range: { base: number; rough: number; paint: Paint; seed: string }
) {
  const random = randomFrom(range.seed)
  const waves = [1, 2, 4].map((step) => ({ step, phase: random() * 6, height: range.rough / step }))
  for (let x = 0; x < canvas.width; x++) {
    const rise = waves.reduce(
      (sum, it) => sum + Math.sin((x / canvas.width) * 5 * it.step + it.phase) * it.height,
      0
    )
    // Two pixels wide steps read as blocks.
    const top = Math.round((range.base + rise) / 2) * 2
    canvas.rect({ x, y: top }, [1, canvas.height - top], range.paint)
    canvas.dot(x, top, mix(range.paint, '#f5b573', 0.16))
  }
}

/** A row of spruce trees on the ground line. */
export function trees(
  canvas: Canvas,
  row: { y: number; count: number; paint: Paint; seed: string }
) {
  const random = randomFrom(row.seed)
  for (let tree = 0; tree < row.count; tree++) {
    const x = Math.floor(random() * canvas.width)
    const height = 6 + Math.floor(random() * 8)
    canvas.rect({ x, y: row.y - 2 }, [1, 4], mix(row.paint, '#3a2418', 0.5))
    for (let layer = 0; layer < height; layer++) {
      const half = Math.max(0, Math.floor(layer / 2) - (layer % 3 === 0 ? 1 : 0))
      canvas.rect({ x: x - half, y: row.y - height + layer - 1 }, [half * 2 + 1, 1], row.paint)
    }
  }
}

/** A lamp with its light. */
export function lamp(canvas: Canvas, at: { x: number; y: number }, radius = 13) {
  glow(canvas, { ...at, radius, paint: flame, strength: 0.75 })
  canvas.rect({ x: at.x - 1, y: at.y - 1 }, [3, 3], '#f7a94a').dot(at.x, at.y, '#fff6d0')
  canvas.rect({ x: at.x - 1, y: at.y - 2 }, [3, 1], '#3a2c3c')
}

/** A lamp on a post. */
export function lampPost(canvas: Canvas, foot: { x: number; y: number }, height = 9) {
  canvas.rect({ x: foot.x, y: foot.y - height }, [1, height], '#2c2030')
  lamp(canvas, { x: foot.x, y: foot.y - height - 1 })
}

/** A house with a pitched roof and lit windows. */
export function house(
  canvas: Canvas,
  plan: { x: number; y: number; width: number; height: number; roof: Paint; isLit: boolean }
) {
  const { x, y, width, height, roof, isLit } = plan
  canvas.rect({ x, y: y - height }, [width, height], '#6b5147')
  for (let beam = 0; beam < width; beam += 6)
    canvas.rect({ x: x + beam, y: y - height }, [1, height], '#3d2c2c')
  const rise = Math.ceil(width / 2) + 1
  for (let layer = 0; layer < rise; layer++) {
    const row = mix(roof, '#1b1424', layer % 2 ? 0.15 : 0)
    canvas.rect({ x: x - 2 + layer, y: y - height - layer }, [width + 4 - layer * 2, 1], row)
  }
  const window = isLit ? '#ffd27a' : '#2a2233'
  for (let at = 3; at < width - 3; at += 6)
    canvas.rect({ x: x + at, y: y - height + 3 }, [2, 3], window)
  canvas.rect({ x: x + Math.floor(width / 2) - 1, y: y - 5 }, [3, 5], '#33222a')
  if (isLit)
    glow(canvas, {
      x: x + width / 2,
      y: y - height / 2,
      radius: width,
      paint: flame,
      strength: 0.28
    })
}

/** Still water that mirrors what is above its line, darker and broken. */
export function waterMirror(canvas: Canvas, line: number, paint: Paint) {
  for (let y = line; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const shift = (y - line) % 4 === 0 ? 2 : 0
      const above = hex(
        canvas.at(Math.min(x + shift, canvas.width - 1), Math.max(0, 2 * line - y - 1))
      )
      canvas.dot(x, y, mix(above, paint, 0.55 + ((y - line) / canvas.height) * 0.5))
    }
  }
}

/** Falling or drifting specks: snow, ash, moths. */
export function specks(
  canvas: Canvas,
  flock: { count: number; paint: Paint; seed: string; top?: number }
) {
  const random = randomFrom(flock.seed)
  const top = flock.top ?? 0
  for (let speck = 0; speck < flock.count; speck++) {
    canvas.dot(random() * canvas.width, top + random() * (canvas.height - top), flock.paint)
  }
}

function moon(canvas: Canvas, at: { x: number; y: number }) {
  glow(canvas, { ...at, radius: 22, paint: '#f3ecd2', strength: 0.35 })
  canvas
    .rect({ x: at.x - 5, y: at.y - 5 }, [10, 10], '#f3ecd2')
    .rect({ x: at.x - 3, y: at.y - 3 }, [3, 2], '#d8cfb4')
  canvas.rect({ x: at.x + 1, y: at.y + 1 }, [2, 2], '#d8cfb4').dot(at.x + 2, at.y - 3, '#d8cfb4')
}
