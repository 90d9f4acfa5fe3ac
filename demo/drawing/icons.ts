import { mix } from './canvas.ts'
import type { Paint } from './canvas.ts'

/** Page icons by file name, as SVG made of squares: one letter a square, `.` is clear. */
export function icons(): Record<string, string> {
  return Object.fromEntries(Object.entries(grids).map(([name, grid]) => [name, svg(grid)]))
}

const paints: Record<string, Paint> = {
  k: '#2a2140',
  b: '#7a5a3c',
  d: '#553a2a',
  o: '#e88a3a',
  y: '#f7c860',
  w: '#fff3cf',
  p: '#f3ead2',
  r: '#b5423c',
  s: '#5b5aa0',
  m: '#cbb89a',
  g: '#8d8796'
}

const grids: Record<string, string[]> = {
  lantern: [
    '....kkkk....',
    '...k....k...',
    '..kkkkkkkk..',
    '...koooook..',
    '...koyyyok..',
    '...koywyok..',
    '...koywyok..',
    '...koywyok..',
    '...koyyyok..',
    '...koooook..',
    '..kkkkkkkk..',
    '....kkkk....'
  ],
  chest: [
    '............',
    '.kkkkkkkkkk.',
    'kbbbbbbbbbbk',
    'kbddddddddbk',
    'kbbbbyybbbbk',
    'kkkkkyykkkkk',
    'kbbbbyybbbbk',
    'kbddddddddbk',
    'kbddddddddbk',
    'kbbbbbbbbbbk',
    'kkkkkkkkkkkk',
    '............'
  ],
  book: [
    '............',
    '..kkkkkkkk..',
    '.kssssssssk.',
    '.kspppppssk.',
    '.ksprrrpssk.',
    '.kspppppssk.',
    '.ksprrppssk.',
    '.kspppppssk.',
    '.kssssssssk.',
    '.kwwwwwwwsk.',
    '.kssssssssk.',
    '..kkkkkkkk..'
  ],
  moth: [
    '............',
    'kk..k..k..kk',
    'kmk..kk..kmk',
    'kmmk.kk.kmmk',
    'kmymkkkkmymk',
    '.kmmmkkmmmk.',
    '..kmmwwmmk..',
    '...kkwwkk...',
    '..kmkwwkmk..',
    '..kmmkkmmk..',
    '...kk..kk...',
    '............'
  ],
  shrine: [
    '.....ss.....',
    '...ssssss...',
    '.ssssssssss.',
    'ssssssssssss',
    '.rr......rr.',
    '..r.kkkk.r..',
    '..r.kyyk.r..',
    '..r.kwyk.r..',
    '..r.kyyk.r..',
    '..r.kkkk.r..',
    '.gggggggggg.',
    'gggggggggggg'
  ],
  flame: [
    '.....k......',
    '....krk.....',
    '....krrk....',
    '...krorrk...',
    '..krroork...',
    '..kroyork.k.',
    '.krooyorkrk.',
    '.krooywyork.',
    '.kroyywwyrk.',
    '.kroywwwyrk.',
    '..kroywyrk..',
    '...kkkkkk...'
  ]
}

function svg(grid: string[]): string {
  const squares = grid.flatMap((line, y) => runs(line).map((run) => square(run, y)))
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12" width="96" height="96" shape-rendering="crispEdges">',
    ...squares,
    '</svg>',
    ''
  ].join('\n')
}

function square(run: { x: number; width: number; letter: string }, y: number): string {
  // Lower rows are a little darker, so that flat colours have weight.
  const paint = mix(paints[run.letter] ?? '#000000', '#1b1430', y * 0.012)
  return `<path fill="${paint}" d="M${run.x} ${y}h${run.width}v1h-${run.width}z"/>`
}

function runs(line: string): { x: number; width: number; letter: string }[] {
  return [...line.matchAll(/([a-z])\1*/g)].map((match) => ({
    x: match.index,
    width: match[0].length,
    letter: match[1] ?? ''
  }))
}
