import { decodePart } from '../../addresses/decode-part.ts'

/** A site whose content may be embedded in a page. */
export interface EmbedSite {
  name: string
  /** Hosts of the URLs that people paste, without `www.`. */
  hosts: string[]
  /** Hosts that may serve the frame. */
  frameHosts: string[]
  ratio?: number
  height?: number
  isFilm?: boolean
  /** Converts a pasted URL to the frame's URL; undefined if it has nothing to embed. */
  frame: (url: URL) => string | undefined
}

const film = { ratio: 16 / 9, isFilm: true }
const canvas = { ratio: 4 / 3 }

/** All sites that may be embedded. A frame loads only after the visitor's click. */
export const embedSites: EmbedSite[] = [
  {
    name: 'YouTube',
    hosts: [
      'youtube.com',
      'm.youtube.com',
      'music.youtube.com',
      'youtu.be',
      'youtube-nocookie.com'
    ],
    frameHosts: ['www.youtube-nocookie.com'],
    ...film,
    frame: youtubeFrame
  },
  {
    name: 'Vimeo',
    hosts: ['vimeo.com', 'player.vimeo.com'],
    frameHosts: ['player.vimeo.com'],
    ...film,
    frame: ({ pathname, searchParams }) => {
      const [, id, key] = /\/(\d+)(?:\/([0-9a-f]+))?\/?$/.exec(pathname) ?? []
      // An unlisted video has a second part.
      const hash = key ?? searchParams.get('h') ?? ''
      return id && `https://player.vimeo.com/video/${id}${/^\w+$/.test(hash) ? `?h=${hash}` : ''}`
    }
  },
  {
    name: 'Bilibili',
    hosts: ['bilibili.com', 'm.bilibili.com', 'player.bilibili.com'],
    frameHosts: ['player.bilibili.com'],
    ...film,
    frame: (url) => {
      const id = url.searchParams.get('bvid') ?? /\/video\/(BV\w+)/.exec(url.pathname)?.[1] ?? ''
      return isId(id) ? `https://player.bilibili.com/player.html?bvid=${id}&autoplay=0` : undefined
    }
  },
  {
    name: 'niconico',
    hosts: ['nicovideo.jp', 'sp.nicovideo.jp', 'embed.nicovideo.jp'],
    frameHosts: ['embed.nicovideo.jp'],
    ...film,
    frame: (url) => filled('https://embed.nicovideo.jp/watch/', /\/watch\/(\w+)/, url)
  },
  {
    name: 'Dailymotion',
    hosts: ['dailymotion.com', 'dai.ly'],
    frameHosts: ['www.dailymotion.com'],
    ...film,
    frame: (url) =>
      filled('https://www.dailymotion.com/embed/video/', /^(?:\/embed)?(?:\/video)?\/(\w+)$/, url)
  },
  {
    name: 'Loom',
    hosts: ['loom.com'],
    frameHosts: ['www.loom.com'],
    ...film,
    frame: (url) => filled('https://www.loom.com/embed/', /\/(?:share|embed)\/(\w+)/, url)
  },
  {
    name: 'Spotify',
    hosts: ['open.spotify.com'],
    frameHosts: ['open.spotify.com'],
    height: 352,
    frame: (url) =>
      filled(
        'https://open.spotify.com/embed/',
        /\/((?:track|album|playlist|artist|episode|show)\/\w+)/,
        url
      )
  },
  {
    name: 'SoundCloud',
    hosts: ['soundcloud.com', 'm.soundcloud.com', 'w.soundcloud.com'],
    frameHosts: ['w.soundcloud.com'],
    height: 166,
    frame: (url) => {
      const track = url.hostname === 'w.soundcloud.com' ? url.searchParams.get('url') : url.href
      return track ? `https://w.soundcloud.com/player/?url=${encodeURIComponent(track)}` : undefined
    }
  },
  {
    name: 'Figma',
    hosts: ['figma.com', 'embed.figma.com'],
    frameHosts: ['www.figma.com'],
    ...canvas,
    frame: (url) => {
      const design = url.pathname === '/embed' ? url.searchParams.get('url') : url.href
      const isDesign = design && /\/(file|design|proto|board|slides|deck)\//.test(design)
      return isDesign
        ? `https://www.figma.com/embed?embed_host=share&url=${encodeURIComponent(design)}`
        : undefined
    }
  },
  {
    name: 'CodePen',
    hosts: ['codepen.io'],
    frameHosts: ['codepen.io'],
    ...canvas,
    frame: ({ pathname }) => {
      const [, user, pen] =
        /^\/((?:team\/)?[\w-]+)\/(?:pen|embed|full|details)\/(\w+)/.exec(pathname) ?? []
      return user && pen ? `https://codepen.io/${user}/embed/${pen}?default-tab=result` : undefined
    }
  },
  {
    name: 'CodeSandbox',
    hosts: ['codesandbox.io'],
    frameHosts: ['codesandbox.io'],
    ...canvas,
    frame: (url) => filled('https://codesandbox.io/embed/', /\/(?:s|embed)\/([\w-]+)/, url)
  },
  {
    name: 'Replit',
    hosts: ['replit.com'],
    frameHosts: ['replit.com'],
    ...canvas,
    frame: ({ pathname }) =>
      /^\/@[\w-]+\/[\w-]+$/.test(pathname) ? `https://replit.com${pathname}?embed=true` : undefined
  },
  {
    name: 'Miro',
    hosts: ['miro.com'],
    frameHosts: ['miro.com'],
    ...canvas,
    frame: (url) =>
      filled('https://miro.com/app/live-embed/', /\/(?:board|live-embed)\/([\w=-]+)/, url)
  },
  {
    name: 'Whimsical',
    hosts: ['whimsical.com'],
    frameHosts: ['whimsical.com'],
    ...canvas,
    frame: (url) =>
      filled(
        'https://whimsical.com/embed/',
        /^\/(?:embed\/|(?:[\w-]+-)?)(\w{18,24}(?:@\w+)?)$/,
        url
      )
  },
  {
    name: 'Framer',
    hosts: ['framer.com'],
    frameHosts: ['framer.com'],
    ...canvas,
    frame: (url) =>
      filled('https://framer.com/embed/', /^\/(?:share|embed)\/([\w-]+(?:\/\w+)?)/, url)
  },
  {
    name: 'Airtable',
    hosts: ['airtable.com'],
    frameHosts: ['airtable.com'],
    ...canvas,
    frame: (url) =>
      filled('https://airtable.com/embed/', /^\/(?:embed\/)?((?:app\w+\/)?shr\w+)/, url)
  },
  {
    name: 'Canva',
    hosts: ['canva.com'],
    frameHosts: ['www.canva.com'],
    ...film,
    isFilm: false,
    frame: ({ pathname }) => {
      const [, design] = /^(\/design\/[\w-]+(?:\/[\w-]+)?\/(?:view|watch))$/.exec(pathname) ?? []
      return design && `https://www.canva.com${design}?embed`
    }
  },
  {
    name: 'Excalidraw',
    hosts: ['excalidraw.com', 'link.excalidraw.com'],
    frameHosts: ['excalidraw.com', 'link.excalidraw.com'],
    ...canvas,
    frame: (url) =>
      /^#(json|room)=|^\/(l|readonly)\//.test(url.hash || url.pathname) ? url.href : undefined
  },
  {
    name: 'Typeform',
    hosts: ['form.typeform.com', '*.typeform.com'],
    frameHosts: ['*.typeform.com'],
    height: 500,
    frame: ({ hostname, pathname }) =>
      /^\/to\/\w+$/.test(pathname) ? `https://${hostname}${pathname}` : undefined
  },
  {
    name: 'Sketchfab',
    hosts: ['sketchfab.com'],
    frameHosts: ['sketchfab.com'],
    ...film,
    frame: ({ pathname }) => {
      const id = /\/(?:3d-models|models)\/(?:[\w-]*-)?([0-9a-f]{32})/.exec(pathname)?.[1]
      return id && `https://sketchfab.com/models/${id}/embed`
    }
  },
  {
    name: 'Google Maps',
    hosts: ['google.com', 'maps.google.com'],
    frameHosts: ['www.google.com'],
    ...canvas,
    frame: mapFrame
  },
  {
    name: 'Google Drive',
    hosts: ['drive.google.com', 'docs.google.com'],
    frameHosts: ['drive.google.com', 'docs.google.com'],
    ...canvas,
    frame: driveFrame
  }
]

function isId(text: string): boolean {
  return /^[\w-]{3,40}$/.test(text)
}

function filled(start: string, pattern: RegExp, { pathname }: URL): string | undefined {
  const part = pattern.exec(pathname)?.[1]
  return part && start + part
}

function youtubeFrame({ hostname, pathname, searchParams }: URL): string | undefined {
  const start = 'https://www.youtube-nocookie.com/embed/'
  const list = searchParams.get('list') ?? ''
  if (pathname === '/playlist') return isId(list) ? `${start}videoseries?list=${list}` : undefined
  const path = /^\/(?:embed|shorts|live|v)\/([\w-]+)/.exec(pathname)?.[1]
  const short = hostname === 'youtu.be' ? pathname.slice(1) : undefined
  const id = searchParams.get('v') ?? path ?? short ?? ''
  const seconds = secondsOf(searchParams.get('t') ?? searchParams.get('start') ?? '')
  return isId(id) ? `${start}${id}${seconds > 0 ? `?start=${seconds}` : ''}` : undefined
}

/** Seconds of a time such as `90`, `90s` or `1h2m3s`; 0 for anything else. */
function secondsOf(time: string): number {
  const [, hours, minutes, seconds] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

/** The ends of what was published to the web, whose ids are not those of files. */
const publishedEnds = new Map([
  ['document', 'pub?embedded=true'],
  ['spreadsheets', 'pubhtml?widget=true'],
  ['presentation', 'embed'],
  ['forms', 'viewform?embedded=true']
])

function driveFrame({ hostname, pathname }: URL): string | undefined {
  const [, file] = /^\/file\/(?:u\/\d+\/)?d\/([\w-]+)/.exec(pathname) ?? []
  if (file) return `https://${hostname}/file/d/${file}/preview`
  const [, kind = '', published, id] =
    /^\/(\w+)\/(?:u\/\d+\/)?d\/(e\/)?([\w-]+)/.exec(pathname) ?? []
  const end = publishedEnds.get(kind)
  if (!end || !id) return undefined
  if (published) return `https://${hostname}/${kind}/d/e/${id}/${end}`
  return kind === 'forms' ? undefined : `https://${hostname}/${kind}/d/${id}/preview`
}

function mapFrame(url: URL): string | undefined {
  if (!/^\/maps\b/.test(url.pathname) && url.hostname !== 'maps.google.com') return undefined
  if (url.pathname === '/maps/embed') return `https://www.google.com/maps/embed${url.search}`
  const place = /\/place\/([^/]+)/.exec(url.pathname)?.[1]
  const point = /@(-?[\d.]+,-?[\d.]+)/.exec(url.pathname)?.[1]
  const query =
    url.searchParams.get('q') ?? (place ? decodePart(place.replaceAll('+', ' ')) : point)
  return query
    ? `https://www.google.com/maps?q=${encodeURIComponent(query)}&output=embed`
    : undefined
}
