import sharp from 'sharp'

/** A colour as `#rrggbb`, or with two more digits for its opacity. */
export type Paint = string

interface Point {
  x: number
  y: number
}

/** A grid of pixels that is drawn small and written large, so that every pixel stays a square. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly #pixels: Uint8ClampedArray

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#pixels = new Uint8ClampedArray(width * height * 4)
  }

  /** Colour of a pixel as [red, green, blue, opacity]; outside the grid everything is clear. */
  at(x: number, y: number): [number, number, number, number] {
    if (!this.#contains(x, y)) return [0, 0, 0, 0]
    const [r = 0, g = 0, b = 0, a = 0] = this.#pixels.subarray((y * this.width + x) * 4)
    return [r, g, b, a]
  }

  isClear(x: number, y: number): boolean {
    return this.at(x, y)[3] === 0
  }

  /** Paints one pixel over what is there. */
  dot(x: number, y: number, paint: Paint): this {
    const [px, py] = [Math.round(x), Math.round(y)]
    if (!this.#contains(px, py)) return this
    const [r, g, b, a] = channels(paint)
    const below = this.at(px, py)
    const share = a / 255
    const mixed = below[3] === 0 ? [r, g, b, a] : [...mixChannels(below, [r, g, b], share), 255]
    this.#pixels.set(mixed, (py * this.width + px) * 4)
    return this
  }

  rect(corner: Point, size: [width: number, height: number], paint: Paint): this {
    for (let y = 0; y < size[1]; y++) {
      for (let x = 0; x < size[0]; x++) this.dot(corner.x + x, corner.y + y, paint)
    }
    return this
  }

  /** A filled ellipse; with one radius a disc. */
  disc(centre: Point, radius: number | [number, number], paint: Paint): this {
    const [rx, ry] = typeof radius === 'number' ? [radius, radius] : radius
    for (let y = Math.floor(centre.y - ry); y <= centre.y + ry; y++) {
      for (let x = Math.floor(centre.x - rx); x <= centre.x + rx; x++) {
        if (((x - centre.x) / rx) ** 2 + ((y - centre.y) / ry) ** 2 <= 1) this.dot(x, y, paint)
      }
    }
    return this
  }

  /** A circle one pixel wide. */
  ring(centre: Point, radius: number, paint: Paint): this {
    for (let y = Math.floor(centre.y - radius); y <= centre.y + radius; y++) {
      for (let x = Math.floor(centre.x - radius); x <= centre.x + radius; x++) {
        const distance = Math.hypot(x - centre.x, y - centre.y)
        if (Math.abs(distance - radius) < 0.5) this.dot(x, y, paint)
      }
    }
    return this
  }

  line(from: Point, to: Point, paint: Paint): this {
    const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1)
    for (let step = 0; step <= steps; step++) {
      const share = step / steps
      this.dot(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, paint)
    }
    return this
  }

  /** A filled polygon, its edge included; its corners as `points` reads them. */
  shape(corners: string | [number, number][], paint: Paint): this {
    const outline = typeof corners === 'string' ? points(corners) : corners
    const rows = outline.map(([, y]) => y)
    for (let y = Math.min(...rows); y <= Math.max(...rows); y++) {
      const crossings = crossingsAt(outline, y).toSorted((a, b) => a - b)
      for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
        const [left = 0, right = -1] = [crossings[pair], crossings[pair + 1]]
        for (let x = Math.round(left); x <= Math.round(right); x++) this.dot(x, y, paint)
      }
    }
    return this
  }

  /** Lets every painted pixel be changed: `change` answers its new colour, or undefined to leave it. */
  each(change: (x: number, y: number) => Paint | undefined): this {
    const changes: [number, number, Paint][] = []
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        const paint = change(x, y)
        if (paint) changes.push([x, y, paint])
      }
    }
    for (const [x, y, paint] of changes) this.dot(x, y, paint)
    return this
  }

  /** The picture as a PNG, each pixel `scale` wide and high. */
  async png(scale: number, colours = 64): Promise<Buffer> {
    const raw = { width: this.width, height: this.height, channels: 4 } as const
    return sharp(Buffer.from(this.#pixels), { raw })
      .resize(this.width * scale, this.height * scale, { kernel: 'nearest' })
      .png({ palette: true, colours, dither: 0, effort: 10, compressionLevel: 9 })
      .toBuffer()
  }

  #contains(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height
  }
}

/** Reads places written as `3,8 6,4 10,3`. */
export function points(text: string): [number, number][] {
  return text.split(' ').map((pair) => {
    const [x = '0', y = '0'] = pair.split(',')
    return [Number(x), Number(y)]
  })
}

/** Red, green, blue and opacity of a colour, 0 to 255. */
function channels(paint: Paint): [number, number, number, number] {
  const part = (start: number) => Number.parseInt(paint.slice(start, start + 2), 16)
  return [part(1), part(3), part(5), paint.length > 7 ? part(7) : 255]
}

/** A colour between two, 0 the first and 1 the second. */
export function mix(first: Paint, second: Paint, share: number): Paint {
  return hex(mixChannels(channels(first), channels(second), share))
}

/** Channels as a colour. */
export function hex(parts: number[]): Paint {
  const digits = parts.slice(0, 3).map((part) => Math.round(part).toString(16).padStart(2, '0'))
  return `#${digits.join('')}`
}

/** A row of numbers from 0 to 1 that is the same for the same seed. */
export function randomFrom(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2147483647, 7)
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

function mixChannels(first: number[], second: number[], share: number): number[] {
  return [0, 1, 2].map((at) => (first[at] ?? 0) * (1 - share) + (second[at] ?? 0) * share)
}

function crossingsAt(corners: [number, number][], y: number): number[] {
  return corners.flatMap(([x1, y1], at) => {
    const [x2, y2] = corners[(at + 1) % corners.length] ?? [x1, y1]
    const middle = y + 0.01
    if (y1 <= middle === y2 <= middle) return []
    return [x1 + ((middle - y1) / (y2 - y1)) * (x2 - x1)]
  })
}
