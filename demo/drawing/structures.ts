import { Canvas, points } from './canvas.ts'
import type { Paint } from './canvas.ts'
import { glow } from './finish.ts'
import { hills, house, lamp, lampPost, skies, sky, specks, trees, waterMirror } from './scenes.ts'

/** Views of the structures and of the menu by file name, 160 × 90. */
export function views(): Record<string, Canvas> {
  return {
    'lamp-shrine': shrineView(),
    harten: hartenView(),
    'oil-well': wellView(),
    'moth-attic': atticView(),
    'floating-lanterns': floatingView(),
    'sunken-bellhouse': bellhouseView(),
    'paper-bridge': bridgeView(),
    'unlit-gate': gateView(),
    menu: menuView()
  }
}

/** A shrine: steps, four posts, a roof and the lamp. `at` is the middle of its foot. */
export function shrine(c: Canvas, at: { x: number; y: number }) {
  const { x, y } = at
  c.rect({ x: x - 22, y: y - 2 }, [45, 4], '#5a5562').rect(
    { x: x - 18, y: y - 5 },
    [37, 3],
    '#6d6876'
  )
  for (const post of [-14, -6, 6, 14]) c.rect({ x: x + post - 1, y: y - 26 }, [2, 21], '#7a3a36')
  c.rect({ x: x - 20, y: y - 28 }, [41, 3], '#4a2a30')
  for (let layer = 0; layer < 9; layer++) {
    c.rect(
      { x: x - 24 + layer * 2, y: y - 29 - layer },
      [49 - layer * 4, 1],
      layer % 2 ? '#2b3350' : '#364066'
    )
  }
  c.rect({ x: x - 26, y: y - 29 }, [4, 1], '#4a5680').rect(
    { x: x + 23, y: y - 29 },
    [4, 1],
    '#4a5680'
  )
  lamp(c, { x, y: y - 18 }, 26)
}

function view(): Canvas {
  return new Canvas(160, 90)
}

function ground(c: Canvas, y: number, paint: Paint) {
  c.rect({ x: 0, y }, [c.width, c.height - y], paint)
}

function shrineView(): Canvas {
  const c = view()
  sky(c, skies.dusk, { seed: 'shrine view' })
  hills(c, { base: 56, rough: 6, paint: '#513a62', seed: 'sv far' })
  trees(c, { y: 74, count: 18, paint: '#2e2444', seed: 'sv trees' })
  ground(c, 74, '#33304a')
  shrine(c, { x: 80, y: 78 })
  c.rect({ x: 76, y: 80 }, [9, 10], '#5a5562')
  return c
}

function hartenView(): Canvas {
  const c = view()
  sky(c, skies.dusk, { seed: 'harten', moonX: 128 })
  hills(c, { base: 50, rough: 7, paint: '#55395f', seed: 'harten far' })
  ground(c, 70, '#2c2440')
  house(c, { x: 8, y: 71, width: 24, height: 15, roof: '#8a4a4a', isLit: true })
  house(c, { x: 38, y: 71, width: 18, height: 12, roof: '#4d4a78', isLit: true })
  house(c, { x: 100, y: 71, width: 20, height: 12, roof: '#7a5a3c', isLit: true })
  house(c, { x: 128, y: 71, width: 24, height: 16, roof: '#4d4a78', isLit: false })
  c.rect({ x: 62, y: 70 }, [32, 20], '#33507a')
  for (let y = 73; y < 90; y += 4) c.rect({ x: 64 + (y % 8), y }, [12, 1], '#5878a0')
  c.rect({ x: 58, y: 68 }, [40, 3], '#6b5147').rect({ x: 58, y: 64 }, [40, 1], '#4a3838')
  for (const x of [58, 68, 78, 88, 97]) c.rect({ x, y: 64 }, [1, 5], '#4a3838')
  for (const x of [60, 96, 36, 122]) lampPost(c, { x, y: 70 }, 10)
  return c
}

function wellView(): Canvas {
  const c = view()
  sky(c, skies.storm, { seed: 'well' })
  hills(c, { base: 58, rough: 4, paint: '#22403f', seed: 'well far' })
  trees(c, { y: 70, count: 12, paint: '#183230', seed: 'well trees' })
  ground(c, 70, '#263a30')
  c.disc({ x: 80.5, y: 76.5 }, [30, 8], '#6f6c74')
    .disc({ x: 80.5, y: 75.5 }, [25, 6], '#14101a')
    .disc({ x: 72.5, y: 74.5 }, [7, 1.6], '#4a3c28')
  c.rect({ x: 54, y: 48 }, [3, 28], '#5a4434')
    .rect({ x: 103, y: 48 }, [3, 28], '#5a4434')
    .rect({ x: 50, y: 45 }, [60, 4], '#4a3628')
  c.line({ x: 80, y: 49 }, { x: 80, y: 62 }, '#b59a70').rect({ x: 77, y: 62 }, [7, 6], '#7a5a3c')
  lamp(c, { x: 56, y: 52 }, 18)
  return c
}

function atticView(): Canvas {
  const c = view()
  sky(c, skies.night, { seed: 'attic', moonX: 30 })
  trees(c, { y: 74, count: 20, paint: '#131b32', seed: 'attic trees' })
  ground(c, 74, '#141a2c')
  c.rect({ x: 48, y: 44 }, [64, 32], '#5a3f38')
  for (let x = 50; x < 112; x += 5) c.rect({ x, y: 44 }, [1, 32], '#442e2c')
  c.shape('42,46 60,18 100,18 118,46', '#3a2c40').rect({ x: 72, y: 26 }, [16, 13], '#ffd27a')
  c.rect({ x: 79, y: 26 }, [2, 13], '#3a2c40').rect({ x: 70, y: 58 }, [20, 18], '#33222a')
  glow(c, { x: 80, y: 32, radius: 42, paint: '#ffcf7a', strength: 0.55 })
  for (const [x, y] of points('62,30 98,34 84,14 70,12 106,20 52,38')) {
    c.dot(x - 1, y - 1, '#f1e4c8')
      .dot(x + 1, y - 1, '#f1e4c8')
      .dot(x, y, '#6d5850')
  }
  return c
}

function floatingView(): Canvas {
  const c = view()
  sky(c, skies.winter, { seed: 'floating', moonX: 132 })
  hills(c, { base: 62, rough: 10, paint: '#5b6c8c', seed: 'snow far' })
  c.shape('20,90 66,36 112,90', '#7f8faa').shape('50,55 66,36 82,55 72,60 66,54 58,60', '#eef3f7')
  ground(c, 82, '#d4dde6')
  for (const [x, y, size] of [
    [34, 30, 5],
    [62, 18, 6],
    [96, 26, 5],
    [112, 46, 4],
    [44, 48, 4],
    [80, 40, 4]
  ] as const) {
    glow(c, { x, y, radius: 16, paint: '#ffcf7a', strength: 0.8 })
    c.rect({ x: x - 2, y: y - size }, [size, size + 2], '#f0914a').rect(
      { x: x - 1, y: y - size + 1 },
      [size - 2, size],
      '#ffe0a0'
    )
  }
  specks(c, { count: 70, paint: '#f4f8fb', seed: 'snow' })
  return c
}

function bellhouseView(): Canvas {
  const c = view()
  sky(c, skies.storm, { seed: 'bellhouse', moonX: 124 })
  c.rect({ x: 62, y: 30 }, [36, 34], '#4a5a62').shape('56,30 80,10 104,30', '#33444e')
  for (let y = 33; y < 60; y += 5) c.rect({ x: 62 + (y % 2) * 4, y }, [32, 1], '#3c4b54')
  c.rect({ x: 72, y: 36 }, [17, 18], '#16222c')
    .shape('76,48 77,41 83,41 84,48', '#c49b45')
    .rect({ x: 75, y: 48 }, [11, 2], '#e0bc62')
  lamp(c, { x: 66, y: 34 }, 15)
  lamp(c, { x: 94, y: 34 }, 15)
  waterMirror(c, 60, '#123142')
  specks(c, { count: 30, paint: '#8fb6bd', seed: 'spray', top: 58 })
  return c
}

function bridgeView(): Canvas {
  const c = view()
  sky(c, skies.dusk, { seed: 'bridge' })
  hills(c, { base: 60, rough: 8, paint: '#6a4a70', seed: 'bridge far' })
  c.shape('0,40 40,44 48,90 0,90', '#33284a').shape('160,36 122,44 112,90 160,90', '#2c2242')
  for (let x = 38; x <= 124; x++) {
    const sag = Math.round(Math.sin(((x - 38) / 86) * Math.PI) * 9)
    c.rect({ x, y: 44 + sag }, [1, 2], x % 4 === 0 ? '#cfc2a2' : '#f3ead2')
    c.dot(x, 36 + sag, '#b53a3a')
    if (x % 8 === 0) c.rect({ x, y: 37 + sag }, [1, 7], '#d9cdb0')
  }
  for (const x of [54, 80, 106])
    lamp(c, { x, y: 38 + Math.round(Math.sin(((x - 38) / 86) * Math.PI) * 9) }, 13)
  return c
}

function gateView(): Canvas {
  const c = view()
  sky(c, skies.deep, { seed: 'gate' })
  ground(c, 76, '#120e1e')
  for (const x of [40, 112])
    c.rect({ x, y: 18 }, [8, 60], '#2a2440').rect({ x: x - 2, y: 74 }, [12, 4], '#382f54')
  c.rect({ x: 34, y: 14 }, [92, 5], '#332b4c').rect({ x: 40, y: 24 }, [80, 3], '#2a2440')
  c.rect({ x: 48, y: 27 }, [64, 50], '#08060f')
  glow(c, { x: 80, y: 52, radius: 30, paint: '#3a3468', strength: 0.5 })
  c.rect({ x: 79, y: 28 }, [2, 48], '#1d1830')
  for (let at = 0; at < 9; at++)
    c.rect({ x: 50 + at * 7, y: 20 }, [3, 3], at < 3 ? '#ffcf7a' : '#3a3352')
  for (const x of [51, 58, 65]) glow(c, { x, y: 21, radius: 10, paint: '#ffcf7a', strength: 0.6 })
  specks(c, { count: 36, paint: '#2f8a8a', seed: 'sculk', top: 74 })
  return c
}

function menuView(): Canvas {
  const c = view()
  c.rect({ x: 0, y: 0 }, [160, 90], '#15111f')
    .rect({ x: 14, y: 8 }, [132, 74], '#2a2438')
    .rect({ x: 16, y: 10 }, [128, 70], '#373047')
  for (const [at, paint] of ['#a8a29a', '#e88a3a', '#3a3348'].entries()) {
    const x = 26 + at * 38
    c.rect({ x, y: 18 }, [30, 30], '#1b1626')
      .rect({ x: x + 1, y: 19 }, [29, 29], '#4a4260')
      .rect({ x: x + 1, y: 19 }, [28, 28], '#241e32')
    c.disc({ x: x + 15, y: 34 }, [5, 6], paint).disc({ x: x + 15, y: 28 }, [2, 6], paint)
    if (at < 2) c.disc({ x: x + 15, y: 36 }, 2.4, '#fff0b0')
  }
  c.rect({ x: 26, y: 58 }, [106, 8], '#1b1626')
    .rect({ x: 28, y: 60 }, [66, 4], '#e0992e')
    .rect({ x: 28, y: 60 }, [66, 1], '#f7c860')
  for (const [at, width] of [40, 26, 52].entries())
    c.rect({ x: 26 + at * 36, y: 71 }, [Math.min(width, 30), 3], '#7a7290')
  return c
}
