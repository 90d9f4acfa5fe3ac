import { Canvas, mix, points } from './canvas.ts'
import type { Paint } from './canvas.ts'
import { glow } from './finish.ts'
import { hills, house, lamp, lampPost, skies, sky, specks, trees, waterMirror } from './scenes.ts'
import { gradePaints } from './seals.ts'
import { shrine } from './structures.ts'

/** Wide covers by file name, 300 × 100. */
export function covers(): Record<string, Canvas> {
  const grades = Object.entries(gradePaints).map(
    ([grade, paint]) => [`grade-${grade}`, gradeCover(grade, paint)] as const
  )
  return { ...Object.fromEntries(grades), ...landscapes() }
}

function landscapes(): Record<string, Canvas> {
  return {
    dusk: duskCover(),
    village: villageCover(),
    shrine: shrineCover(),
    road: roadCover(),
    tide: tideCover(),
    moths: mothCover()
  }
}

function wide(): Canvas {
  return new Canvas(300, 100)
}

function duskCover(): Canvas {
  const c = wide()
  sky(c, skies.dusk, { seed: 'dusk', moonX: 236 })
  hills(c, { base: 66, rough: 7, paint: '#5b3c68', seed: 'far dusk' })
  hills(c, { base: 76, rough: 6, paint: '#3d2b52', seed: 'mid dusk' })
  trees(c, { y: 86, count: 34, paint: '#2a2040', seed: 'dusk trees' })
  hills(c, { base: 90, rough: 3, paint: '#1c1630', seed: 'near dusk' })
  for (const [x, y] of points('40,34 78,22 112,44 156,28 190,40 262,50')) floating(c, x, y)
  return c
}

function floating(c: Canvas, x: number, y: number) {
  glow(c, { x, y, radius: 14, paint: '#ffcf7a', strength: 0.7 })
  c.rect({ x: x - 2, y: y - 3 }, [5, 6], '#f0914a').rect({ x: x - 1, y: y - 2 }, [3, 4], '#ffd98a')
  c.rect({ x: x - 1, y: y + 3 }, [3, 1], '#5a3340').dot(x, y + 1, '#fff6d0')
}

function villageCover(): Canvas {
  const c = wide()
  sky(c, skies.dusk, { seed: 'village' })
  hills(c, { base: 62, rough: 8, paint: '#55395f', seed: 'far village' })
  hills(c, { base: 80, rough: 3, paint: '#2f2444', seed: 'mid village' })
  c.rect({ x: 0, y: 86 }, [300, 14], '#241b34')
  const roofs: Paint[] = ['#8a4a4a', '#4d4a78', '#7a5a3c']
  for (const [at, x] of [12, 52, 92, 176, 214, 256].entries()) {
    const width = 22 + (at % 3) * 4
    house(c, {
      x,
      y: 87,
      width,
      height: 13 + (at % 2) * 4,
      roof: roofs[at % 3] ?? '#8a4a4a',
      isLit: at !== 4
    })
  }
  c.rect({ x: 124, y: 86 }, [44, 3], '#5b4a4a').rect({ x: 130, y: 89 }, [32, 11], '#3b4f78')
  for (const x of [44, 86, 126, 165, 206, 248, 290]) lampPost(c, { x, y: 87 })
  return c
}

function shrineCover(): Canvas {
  const c = wide()
  sky(c, skies.night, { seed: 'shrine', moonX: 64 })
  hills(c, { base: 64, rough: 9, paint: '#1b2444', seed: 'far shrine' })
  trees(c, { y: 82, count: 42, paint: '#121a30', seed: 'shrine trees' })
  c.rect({ x: 0, y: 82 }, [300, 18], '#10152a')
  shrine(c, { x: 196, y: 84 })
  for (const x of [120, 142, 164]) lampPost(c, { x, y: 88 }, 6)
  return c
}

function roadCover(): Canvas {
  const c = wide()
  sky(c, skies.dusk.slice(1), { seed: 'road' })
  hills(c, { base: 58, rough: 10, paint: '#604068', seed: 'far road' })
  hills(c, { base: 72, rough: 5, paint: '#3f2d50', seed: 'mid road' })
  hills(c, { base: 84, rough: 2, paint: '#2a2140', seed: 'near road' })
  for (let step = 0; step < 60; step++) {
    const y = 99 - step * 0.5
    const half = Math.max(1, 13 - step * 0.22)
    c.rect(
      { x: Math.round(150 + Math.sin(step / 11) * 24 - half), y: Math.round(y) },
      [Math.round(half * 2), 1],
      step % 4 ? '#7a5f58' : '#6a5050'
    )
  }
  for (const [x, y, height] of [
    [96, 96, 16],
    [128, 88, 12],
    [196, 84, 10],
    [166, 78, 7],
    [212, 74, 5]
  ] as const)
    lampPost(c, { x, y }, height)
  return c
}

function tideCover(): Canvas {
  const c = wide()
  sky(c, skies.storm, { seed: 'tide', moonX: 210 })
  hills(c, { base: 60, rough: 4, paint: '#1d3446', seed: 'far tide' })
  c.rect({ x: 86, y: 26 }, [18, 40], '#33454f')
    .rect({ x: 82, y: 24 }, [26, 3], '#22323c')
    .shape('84,23 95,12 106,23', '#2a3c46')
  c.rect({ x: 92, y: 32 }, [6, 8], '#14202a')
  lamp(c, { x: 95, y: 36 }, 16)
  waterMirror(c, 64, '#143244')
  for (const [x, y] of points('24,78 58,88 132,74 168,90 236,80 276,92')) lamp(c, { x, y }, 9)
  return c
}

function mothCover(): Canvas {
  const c = wide()
  sky(c, skies.night, { seed: 'moths' })
  hills(c, { base: 82, rough: 4, paint: '#161c36', seed: 'moth hills' })
  lampPost(c, { x: 150, y: 90 }, 42)
  glow(c, { x: 150, y: 46, radius: 58, paint: '#ffcf7a', strength: 0.5 })
  for (const [x, y] of points('120,40 176,34 134,62 190,58 104,66 164,22 88,30 214,40'))
    moth(c, x, y)
  specks(c, { count: 40, paint: '#f7e3b0', seed: 'dust', top: 20 })
  return c
}

function moth(c: Canvas, x: number, y: number) {
  c.shape(
    [
      [x - 5, y - 3],
      [x - 1, y],
      [x - 4, y + 3]
    ],
    '#d8c6a4'
  ).shape(
    [
      [x + 5, y - 3],
      [x + 1, y],
      [x + 4, y + 3]
    ],
    '#c4b08e'
  )
  c.rect({ x, y: y - 1 }, [1, 4], '#4a3a40')
}

function gradeCover(grade: string, paint: Paint): Canvas {
  const c = wide()
  const step = Object.keys(gradePaints).indexOf(grade) + 1
  sky(
    c,
    [
      '#120d22',
      mix('#1d1636', paint, 0.12),
      mix('#2a1f44', paint, 0.3),
      mix('#3a2a50', paint, 0.55)
    ],
    { seed: grade }
  )
  hills(c, { base: 76, rough: 6, paint: mix('#1b1430', paint, 0.18), seed: `far ${grade}` })
  hills(c, { base: 88, rough: 3, paint: mix('#120d22', paint, 0.06), seed: `near ${grade}` })
  for (let flame = 0; flame < step; flame++) {
    const x = Math.round(150 + (flame - (step - 1) / 2) * 36)
    glow(c, { x, y: 54, radius: 30, paint, strength: 0.75 })
    c.disc({ x, y: 58 }, [6, 7], paint).disc({ x, y: 50 }, [3, 8], paint)
    c.disc({ x, y: 60 }, [3, 4], '#fff0b0')
      .rect({ x: x - 6, y: 66 }, [13, 2], '#1a1226')
      .rect({ x: x - 1, y: 68 }, [3, 24], '#1a1226')
  }
  return c
}
