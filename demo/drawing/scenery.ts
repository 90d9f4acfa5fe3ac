import sharp from 'sharp'

const WIDTH = 1920
const HEIGHT = 640

/** The road at dusk, wide and soft as a photograph is: the one picture that is not made of squares. */
export async function panorama(): Promise<Buffer> {
  return sharp(Buffer.from(landscape())).blur(1.2).jpeg({ quality: 72, mozjpeg: true }).toBuffer()
}

function landscape(): string {
  const hills = [
    hill({ base: 420, height: 90, paint: '#4a3a52' }),
    hill({ base: 480, height: 60, paint: '#332b40' }),
    hill({ base: 560, height: 40, paint: '#1e1f24' })
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs>
      <linearGradient id="sky" x2="0" y2="1">
        <stop stop-color="#232345"/><stop offset=".55" stop-color="#a8583a"/>
        <stop offset=".8" stop-color="#ffd27a"/>
      </linearGradient>
      <radialGradient id="lamp"><stop stop-color="#ffe9b0"/>
        <stop offset="1" stop-color="#e8862e" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>${hills.join('')}${lamps()}
  </svg>`
}

function hill(options: { base: number; height: number; paint: string }): string {
  const { base, height, paint } = options
  const points = Array.from({ length: 97 }, (_, index) => {
    const x = index * 20
    const y = base - height * (0.5 + 0.5 * Math.sin(x / 170 + base) * Math.cos(x / 61))
    return `${x},${y.toFixed(1)}`
  })
  return `<polygon points="0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}" fill="${paint}"/>`
}

function lamps(): string {
  return Array.from({ length: 14 }, (_, index) => {
    const [x, y] = [80 + index * 132, 540 + 40 * Math.sin(index * 1.7)]
    return `<circle cx="${x}" cy="${y.toFixed(1)}" r="${18 + (index % 3) * 8}" fill="url(#lamp)"/>`
  }).join('')
}
