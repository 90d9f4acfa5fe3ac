import { expect, test } from 'vitest'

import { embedFrame, frameSources } from '../../site/notion/files/embed-frame.ts'

const nocookie = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'

test.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&list=PL1', nocookie],
  ['http://youtu.be/aqz-KE-bpKQ?t=90s', `${nocookie}?start=90`],
  ['https://m.youtube.com/shorts/aqz-KE-bpKQ', nocookie],
  ['https://www.youtube.com/embed/aqz-KE-bpKQ?autoplay=1', nocookie],
  ['https://youtu.be/aqz-KE-bpKQ?t=1h2m3s', `${nocookie}?start=3723`],
  ['https://youtu.be/aqz-KE-bpKQ?t=soon', nocookie],
  [
    'https://www.youtube.com/playlist?list=PL1-a',
    'https://www.youtube-nocookie.com/embed/videoseries?list=PL1-a'
  ],
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
  ['https://www.nicovideo.jp/watch/sm9', 'https://embed.nicovideo.jp/watch/sm9'],
  ['https://www.dailymotion.com/video/x7tgad0', 'https://www.dailymotion.com/embed/video/x7tgad0'],
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
    'https://www.figma.com/design/k/n?node-id=1',
    'https://www.figma.com/embed?embed_host=share&url=https%3A%2F%2Fwww.figma.com%2Fdesign%2Fk%2Fn%3Fnode-id%3D1'
  ],
  [
    'https://codepen.io/team/codepen/pen/PNaGbb',
    'https://codepen.io/team/codepen/embed/PNaGbb?default-tab=result'
  ],
  ['https://codesandbox.io/s/new-x1', 'https://codesandbox.io/embed/new-x1'],
  ['https://replit.com/@a/b', 'https://replit.com/@a/b?embed=true'],
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
  ['https://hollow.typeform.com/to/abc', 'https://hollow.typeform.com/to/abc'],
  [
    'https://sketchfab.com/3d-models/lamp-0123456789abcdef0123456789abcdef',
    'https://sketchfab.com/models/0123456789abcdef0123456789abcdef/embed'
  ],
  [
    'https://www.google.com/maps/place/Himeji+Castle/@34.8,134.6,17z',
    'https://www.google.com/maps?q=Himeji%20Castle&output=embed'
  ],
  ['https://maps.google.com/?q=Himeji', 'https://www.google.com/maps?q=Himeji&output=embed'],
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
  ]
])('%s is embedded from its site', (address, src) => {
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
  ''
])('%s is not embedded', (address) => {
  expect(embedFrame(address)).toBeUndefined()
})

test('frame sources are exactly the hosts of the list, by name and https', () => {
  expect(frameSources.length).toBeGreaterThan(15)
  for (const source of frameSources)
    expect(source).toMatch(/^https:\/\/(\*\.typeform|[\w-]+(\.[\w-]+)*)\.\w+$/)
})
