import { expect, test } from 'vitest'

import { embedFrame, frameSources } from '../../../site/notion/files/embed-frame.ts'

const embed = 'https://www.youtube-nocookie.com/embed'
const video = `${embed}/aqz-KE-bpKQ`

test.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&list=PL1', video],
  ['http://youtu.be/aqz-KE-bpKQ?t=90s', `${video}?start=90`],
  ['https://m.youtube.com/shorts/aqz-KE-bpKQ', video],
  ['https://www.youtube.com/embed/aqz-KE-bpKQ?autoplay=1', video],
  ['https://youtu.be/aqz-KE-bpKQ?t=1h2m3s', `${video}?start=3723`],
  ['https://youtu.be/aqz-KE-bpKQ?t=soon', video],
  ['https://www.youtube.com/playlist?list=PL1-a', `${embed}/videoseries?list=PL1-a`],
  ['https://www.youtube.com/watch?v=abc&t=xx90', `${embed}/abc`],
  ['https://www.youtube.com/watch?v=abc&start=30', `${embed}/abc?start=30`],
  ['https://www.youtube.com/live/abc_d-e', `${embed}/abc_d-e`],
  ['https://vimeo.com/1084537', 'https://player.vimeo.com/video/1084537'],
  ['https://vimeo.com/1084537/0a1b2c', 'https://player.vimeo.com/video/1084537?h=0a1b2c'],
  ['https://vimeo.com/showcase/12/video/1084537', 'https://player.vimeo.com/video/1084537'],
  [
    'https://player.vimeo.com/video/1084537?h=0a1b2c&title=0',
    'https://player.vimeo.com/video/1084537?h=0a1b2c'
  ],
  [
    'https://www.bilibili.com/video/BV1xx411c7mD/',
    'https://player.bilibili.com/player.html?bvid=BV1xx411c7mD&autoplay=0'
  ],
  [
    'https://player.bilibili.com/player.html?bvid=BV1xx',
    'https://player.bilibili.com/player.html?bvid=BV1xx&autoplay=0'
  ],
  ['https://www.nicovideo.jp/watch/sm9', 'https://embed.nicovideo.jp/watch/sm9'],
  ['https://www.dailymotion.com/video/x7tgad0', 'https://www.dailymotion.com/embed/video/x7tgad0'],
  ['https://dai.ly/x7tgad0', 'https://www.dailymotion.com/embed/video/x7tgad0'],
  ['https://www.dailymotion.com/embed/video/x7', 'https://www.dailymotion.com/embed/video/x7'],
  [
    'https://www.loom.com/share/0281766fa2d04bb788',
    'https://www.loom.com/embed/0281766fa2d04bb788'
  ],
  [
    'https://open.spotify.com/intl-de/track/4uLU6hMCjMI75M1A2tKUQC?si=x',
    'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC'
  ],
  [
    'https://soundcloud.com/a/b',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb'
  ],
  [
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa'
  ],
  [
    'https://www.figma.com/design/k/n?node-id=1',
    'https://www.figma.com/embed?embed_host=share&url=https%3A%2F%2Fwww.figma.com%2Fdesign%2Fk%2Fn%3Fnode-id%3D1'
  ],
  [
    'https://embed.figma.com/embed?url=https://www.figma.com/file/k',
    'https://www.figma.com/embed?embed_host=share&url=https%3A%2F%2Fwww.figma.com%2Ffile%2Fk'
  ],
  [
    'https://codepen.io/team/codepen/pen/PNaGbb',
    'https://codepen.io/team/codepen/embed/PNaGbb?default-tab=result'
  ],
  ['https://codepen.io/ann/full/PNaGbb', 'https://codepen.io/ann/embed/PNaGbb?default-tab=result'],
  ['https://codesandbox.io/s/new-x1', 'https://codesandbox.io/embed/new-x1'],
  ['https://replit.com/@a/b', 'https://replit.com/@a/b?embed=true'],
  ['https://replit.com/@ann/lamp-oil', 'https://replit.com/@ann/lamp-oil?embed=true'],
  ['https://miro.com/app/board/o9J_k=/', 'https://miro.com/app/live-embed/o9J_k='],
  [
    'https://whimsical.com/lamp-plan-FeXJ723nJx8YGJT4TGzWy7',
    'https://whimsical.com/embed/FeXJ723nJx8YGJT4TGzWy7'
  ],
  [
    'https://whimsical.com/embed/TM67rPRGs5boowrueSZ2oN@2Ux7TurymMZ8y6zPcGwk',
    'https://whimsical.com/embed/TM67rPRGs5boowrueSZ2oN@2Ux7TurymMZ8y6zPcGwk'
  ],
  [
    'https://framer.com/share/Lamp--99GNo549S11L9sLBQ7Zb/LreYDatxk?highlights=0',
    'https://framer.com/embed/Lamp--99GNo549S11L9sLBQ7Zb/LreYDatxk'
  ],
  ['https://airtable.com/shrAb1', 'https://airtable.com/embed/shrAb1'],
  ['https://airtable.com/appA1/shrAb1/tblC', 'https://airtable.com/embed/appA1/shrAb1'],
  [
    'https://www.canva.com/design/DAFx-1/k3y_A/view?utm_content=DAFx',
    'https://www.canva.com/design/DAFx-1/k3y_A/view?embed'
  ],
  ['https://excalidraw.com/#json=1,a', 'https://excalidraw.com/#json=1,a'],
  ['https://link.excalidraw.com/l/abc', 'https://link.excalidraw.com/l/abc'],
  ['https://link.excalidraw.com/readonly/abc', 'https://link.excalidraw.com/readonly/abc'],
  ['https://hollow.typeform.com/to/abc', 'https://hollow.typeform.com/to/abc'],
  [
    'https://sketchfab.com/3d-models/lamp-0123456789abcdef0123456789abcdef',
    'https://sketchfab.com/models/0123456789abcdef0123456789abcdef/embed'
  ],
  [
    'https://sketchfab.com/models/0123456789abcdef0123456789abcdef',
    'https://sketchfab.com/models/0123456789abcdef0123456789abcdef/embed'
  ],
  [
    'https://www.google.com/maps/place/Himeji+Castle/@34.8,134.6,17z',
    'https://www.google.com/maps?q=Himeji%20Castle&output=embed'
  ],
  ['https://maps.google.com/?q=Himeji', 'https://www.google.com/maps?q=Himeji&output=embed'],
  ['https://www.google.com/maps/embed?pb=1', 'https://www.google.com/maps/embed?pb=1'],
  [
    'https://www.google.com/maps/@-34.8,134.69,17z',
    'https://www.google.com/maps?q=-34.8%2C134.69&output=embed'
  ],
  [
    'https://www.google.com/maps/@34.85,-134.6,17z',
    'https://www.google.com/maps?q=34.85%2C-134.6&output=embed'
  ],
  ['https://www.google.com/maps/place/100%/', 'https://www.google.com/maps?q=100%25&output=embed'],
  [
    'https://www.google.com/maps/place/A+&+B/',
    'https://www.google.com/maps?q=A%20%26%20B&output=embed'
  ],
  ['https://drive.google.com/file/d/1Qq/view', 'https://drive.google.com/file/d/1Qq/preview'],
  [
    'https://docs.google.com/spreadsheets/d/1Qq/edit#gid=0',
    'https://docs.google.com/spreadsheets/d/1Qq/preview'
  ],
  [
    'https://docs.google.com/document/u/0/d/1Qq/edit',
    'https://docs.google.com/document/d/1Qq/preview'
  ],
  [
    'https://docs.google.com/document/d/e/2PA-x/pub',
    'https://docs.google.com/document/d/e/2PA-x/pub?embedded=true'
  ],
  [
    'https://docs.google.com/spreadsheets/d/e/2PA-x/pubhtml?gid=0',
    'https://docs.google.com/spreadsheets/d/e/2PA-x/pubhtml?widget=true'
  ],
  [
    'https://docs.google.com/presentation/d/e/2PA-x/pub?start=false',
    'https://docs.google.com/presentation/d/e/2PA-x/embed'
  ],
  [
    'https://docs.google.com/forms/d/e/1FA-x/viewform',
    'https://docs.google.com/forms/d/e/1FA-x/viewform?embedded=true'
  ],
  [
    'https://docs.google.com/document/d/1Qq-x/edit',
    'https://docs.google.com/document/d/1Qq-x/preview'
  ]
])('%s is embedded as %s', (address, src) => {
  expect(embedFrame(address)?.src).toBe(src)
})

test.each([
  'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
  'https://evil.example/?u=https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  'https://youtube.com@evil.example/watch?v=aqz-KE-bpKQ',
  'https://nottypeform.com/to/abc',
  'https://user:word@excalidraw.com/#json=1,a',
  'https://excalidraw.com:8443/#json=1,a',
  'http://excalidraw.com/#json=1,a',
  'https://www.youtube.com/watch?v=%22%3E%3Cscript%3E',
  'https://www.youtube.com/@channel',
  'https://www.google.com/url?q=https://evil.example',
  'https://www.figma.com/embed?url=javascript:alert(1)',
  'https://gist.github.com/a/1',
  'https://docs.google.com/forms/d/1Qq/edit',
  'https://docs.google.com/drawings/d/1Qq/edit',
  'https://www.youtube.com/playlist?list=%22',
  'https://whimsical.com/blog',
  'https://whimsical.com.evil.example/embed/FeXJ723nJx8YGJT4TGzWy7',
  'https://framer.com/pricing',
  'https://airtable.com/appA1/tblC',
  'https://www.canva.com/design/DAFx-1/edit',
  'javascript:alert(1)//www.youtube.com/watch?v=aqz-KE-bpKQ',
  'data:text/html,<script>alert(1)</script>',
  '//www.youtube.com/watch?v=aqz-KE-bpKQ',
  'not an address',
  '',
  'https://www.youtube.com/a/embed/abc',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/abcd',
  'https://www.youtube.com/watch?v=%3Fabc',
  'https://www.youtube.com/watch?v=abc%3F',
  'https://www.bilibili.com/anime',
  'https://www.dailymotion.com/a/b/x7',
  'https://www.dailymotion.com/video/x7/more',
  'https://w.soundcloud.com/player/',
  'https://www.figma.com/embed',
  'https://codepen.io/a/b/pen/PNaGbb',
  'https://codepen.io/ann',
  'https://replit.com/a/@ann/lamp',
  'https://replit.com/@ann/lamp/more',
  'https://excalidraw.com/a/l/b',
  'https://excalidraw.com/#a#json=1',
  'https://x.typeform.com/a/to/abc',
  'https://x.typeform.com/to/abc/d',
  'https://sketchfab.com/feed',
  'https://www.google.com/a/maps',
  'https://www.google.com/mapsx',
  'https://maps.google.com/',
  'https://docs.google.com/a/document/d/1Qq',
  'https://docs.google.com/forms/d/1Qq',
  'https://vimeo.com/about',
  'ftp://www.youtube.com/watch?v=abc',
  'https://awww.youtube.com/watch?v=abc',
  'https://youtube.www.com/watch?v=abc'
])('%s is not embedded', (address) => expect(embedFrame(address)).toBeUndefined())

test('a frame has the shape of its site', () => {
  expect(embedFrame('https://youtu.be/abc')).toEqual({
    src: `${embed}/abc`,
    name: 'YouTube',
    isFilm: true,
    ratio: 16 / 9
  })
  expect(embedFrame('https://soundcloud.com/a/b')).toMatchObject({ isFilm: false, height: 166 })
  expect(embedFrame('https://soundcloud.com/a/b')).not.toHaveProperty('ratio')
  expect(embedFrame(undefined)).toBeUndefined()
})

test('frame sources are exactly the hosts of the list, by name and https', () => {
  expect(frameSources.length).toBeGreaterThan(15)
  for (const source of frameSources)
    expect(source).toMatch(/^https:\/\/(\*\.typeform|[\w-]+(\.[\w-]+)*)\.\w+$/)
})
