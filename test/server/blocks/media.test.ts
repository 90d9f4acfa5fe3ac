import type { Block } from 'notion-types'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { frameSources } from '../../../site/notion/files/embed-frame.ts'
import { openPictureSite, photograph } from '../../support/sites/picture-site.ts'
import { ROOT_ID, record, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'

async function drawn(...blocks: Block[]): Promise<string> {
  const ids = blocks.map(({ id }) => id)
  const { app } = await openSite({ workspace: workspaceOf(ids, blocks) })
  const reply = await app.inject('/')
  expect(reply.statusCode).toBe(200)
  // A further page of the test then needs no process of its own.
  await app.close()
  return /<article[^]*<\/article>/.exec(reply.body)?.[0] ?? ''
}

const types =
  `abstract audio bookmark codepen deepnote drive embed excalidraw external_object_instance figma file
  framer gist image invision link_preview loom maps miro pdf replit sketch tweet typeform video whimsical`.split(
    /\s+/
  )

const hostile = [
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  ' JavaScript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'https://evil.example/"><script>alert(1)</script>'
]

/** A block with the same address in every field that may have one. */
function mediaBlock(number: number, type: string, address: string): Block {
  return record(number, {
    type,
    properties: { source: [[address]], link: [[address]], caption: [[`<b>caption ${number}</b>`]] },
    format: {
      display_source: address,
      original_url: address,
      uri: address,
      drive_properties: { url: address, title: '<i>title</i>' },
      bookmark_icon: address,
      bookmark_cover: address
    }
  })
}

test.each(hostile)('no media block turns %j into more than text', async (address) => {
  const html = await drawn(...types.map((type, index) => mediaBlock(2 + index, type, address)))
  for (const [, value = ''] of html.matchAll(/ (?:href|src|srcset|data-\w+|poster)="([^"]*)"/gi)) {
    expect(value).toMatch(/^(https:\/\/evil\.example\/|\/image\/)/)
  }
  expect(html).not.toMatch(/<(script|iframe|object|embed|b|i)\b/)
  types.forEach((_type, index) => expect(html).toContain(`&lt;b&gt;caption ${2 + index}&lt;/b&gt;`))
})

test('a site that is not listed is a link in every block type', async () => {
  const address = 'https://evil.example/frame'
  const names = types.filter((type) => !['file', 'image'].includes(type))
  const html = await drawn(...names.map((type, index) => mediaBlock(2 + index, type, address)))
  const links = html.match(/<a [^>]*href="https:\/\/evil\.example\/frame"[^>]*>/g) ?? []
  expect(links).toHaveLength(names.length)
  expect(links.filter((link) => !link.includes('rel="noopener noreferrer"'))).toEqual([])
  expect(html).not.toContain('data-frame')
})

test('the policy allows frames of the listed sites and our own documents only', async () => {
  const { app } = await openSite({ workspace: workspaceOf([], []) })
  const { headers } = await app.inject('/')
  const directives = String(headers['content-security-policy']).split(';')
  expect(directives).toContain(`frame-src ${frameSources.join(' ')}`)
  expect(directives).toContain("object-src 'self'")
  expect(directives).toContain("media-src 'self'")
  expect(directives).toContain("img-src 'self' data:")
})

test('a picture that the mirror lacks is a link card with its caption', async () => {
  const address = 'https://127.0.0.1/lost.png'
  const image = record(2, {
    type: 'image',
    properties: { source: [[address]], caption: [['The lost picture']] }
  })
  const html = await drawn(image)
  expect(html).toContain(`href="${address}"`)
  expect(html).toContain('lost.png')
  expect(html).toContain('The lost picture')
  expect(html).not.toContain('<img')
})

test('a picture of Unsplash that the mirror lacks is loaded from there, wherever it is used', async () => {
  const address = 'https://images.unsplash.com/photo-1?w=800'
  const format = { bookmark_cover: address, bookmark_icon: address, page_icon: address }
  const html = await drawn(
    record(2, {
      type: 'image',
      properties: { source: [[address]], caption: [['A lamp']], alt_text: [['Lit']] }
    }),
    record(3, { type: 'bookmark', format, properties: { link: [['https://wiki.example/']] } }),
    record(4, { type: 'callout', format, properties: { title: [['Beware']] } })
  )
  expect(html.match(/<img src="https:\/\/images\.unsplash\.com\/photo-1\?w=800"/g)).toHaveLength(4)
  expect(html.match(/ alt="[^"]+"/g)).toEqual([' alt="Lit"'])
  expect(html).toMatch(
    /<a class="full-view" href="https:\/\/images\.unsplash\.com\/photo-1\?w=800"/
  )
})

test.each([
  'https://prod-files-secure.s3.us-west-2.amazonaws.com/a/b/lost.png?X-Amz-Credential=c&X-Amz-Signature=s',
  'https://s3.us-west-2.amazonaws.com/secure.notion-static.com/b/lost.png?X-Amz-Credential=c&X-Amz-Signature=s',
  'https://img.notionusercontent.com/s3/prod-files-secure%2Fa%2Fb%2Flost.png/size/w=2000?exp=1&sig=s'
])(
  'a picture with an expiring address, %s, is a card with its name and no link',
  async (address) => {
    const format = { page_icon: address, page_cover: address }
    const html = await drawn(
      record(2, { type: 'image', properties: { source: [[address]], caption: [['The gate']] } }),
      record(4, { type: 'callout', format, properties: { title: [['Beware']] } })
    )
    expect(html).toMatch(/<div class="card">.*>lost\.png<.*The gate/s)
    expect(html).not.toContain('<img')
    expect(html).not.toMatch(/(amazonaws|notionusercontent)\.com/)
  }
)

test('an address relative to the workspace host links a page of the site, or nothing', async () => {
  const cover = record(2, {
    type: 'image',
    properties: { source: [['/images/page-cover/x.jpg']], caption: [['The gate']] }
  })
  const page = record(3, {
    type: 'bookmark',
    properties: { link: [[`/${cover.parent_id.replaceAll('-', '')}`]] }
  })
  const html = await drawn(cover, page)
  expect(html).toMatch(/<div class="card">.*Picture.*>x\.jpg<.*The gate/)
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['/'])
})

test('an external object shows the facts of its record without pictures', async () => {
  const issue = record(2, {
    type: 'external_object_instance',
    format: {
      original_url: 'https://code.example/issues/212',
      attributes: [
        { id: 'title', values: ['Bell Warden forgets its path'] },
        { id: 'state', name: 'State', values: ['Closed'] },
        { id: 'avatar', values: ['https://code.example/avatar.png'] },
        { id: 'labels', values: ['path', 7] },
        null,
        'nonsense'
      ]
    }
  })
  const html = await drawn(issue)
  expect(html).toContain('Bell Warden forgets its path')
  expect(html).toContain('code.example · State: Closed · path, 7')
  expect(html).not.toContain('avatar.png')
})

test('the content of a media block is shown below it', async () => {
  const inner = record(3, {
    type: 'text',
    properties: { title: [['Below the film']] },
    parent_id: record(2, { type: 'video' }).id
  })
  const film = record(2, {
    type: 'video',
    properties: { source: [['https://youtu.be/aqz-KE-bpKQ']] },
    content: [inner.id]
  })
  const { app } = await openSite({ workspace: workspaceOf([film.id], [film, inner]) })
  expect((await app.inject('/')).body.split('>Below the film<')).toHaveLength(2)
})

test('a picture in a data URL is shown without a link', async () => {
  const address = 'data:image/png;base64,iVBORw0KGgo='
  const html = await drawn(record(2, { type: 'image', properties: { source: [[address]] } }))
  expect(html).toContain(`src="${address}"`)
  expect(html).not.toContain('href="data:')
})

test('a picture links to the address in its record, unless that is not safe', async () => {
  const source = [['https://images.unsplash.com/photo-1']]
  const linked = (number: number, address: unknown) =>
    record(number, {
      type: 'image',
      properties: { source },
      format: { image_hyperlink: address } as object
    })
  const html = await drawn(
    linked(2, 'https://shop.example/lamp'),
    linked(3, `/${ROOT_ID.replaceAll('-', '')}`),
    linked(4, 'javascript:alert(1)'),
    linked(5, `/${testId(99).replaceAll('-', '')}`),
    linked(6, { url: 'https://shop.example/' })
  )
  const links = [...html.matchAll(/<a class="(picture-link|full-view)" href="([^"]*)"/g)]
  expect(links.map(([, ...link]) => link)).toEqual([
    ['picture-link', 'https://shop.example/lamp'],
    ['picture-link', '/'],
    ...[4, 5, 6].map(() => ['full-view', source[0]?.[0]])
  ])
  expect(html).toContain('rel="noopener noreferrer"')
})

test('films and pictures have the size in their record, if it is a size', async () => {
  const film = (number: number, format: object) =>
    record(number, { ...mediaBlock(number, 'video', 'https://youtu.be/aqz-KE-bpKQ'), format })
  const picture = (number: number, format: object) =>
    record(number, { ...mediaBlock(number, 'image', 'https://images.unsplash.com/a'), format })
  const html = await drawn(
    film(2, { block_aspect_ratio: 0.5 }),
    film(3, { block_aspect_ratio: 40 }),
    picture(4, { block_width: 300 }),
    picture(5, { block_width: 200, block_full_width: true })
  )
  expect(html.match(/--frame-ratio:\d+(\.\d)?/g)).toEqual(['--frame-ratio:2', '--frame-ratio:1.7'])
  expect(html.match(/[; "]width:\d+px/g)?.map((size) => size.slice(1))).toEqual(['width:300px'])
})

test('a media block without an address keeps its caption', async () => {
  const blocks = types.map((type, index) =>
    record(2 + index, { type, properties: { caption: [[`caption ${index}.`]] } })
  )
  const html = await drawn(...blocks)
  types.forEach((type, index) => expect(html, type).toContain(`caption ${index}.`))
})

test('a preview is shown while a picture loads, unless the picture is transparent', async () => {
  const files = {
    'whole.png': await photograph(64, 32),
    'holed.png': await sharp({
      create: { width: 64, height: 32, channels: 4, background: '#f008' }
    })
      .png()
      .toBuffer()
  }
  const config = { isPreviewImageSupportEnabled: true }
  const { app, mirror } = await openPictureSite(files, { config })
  const previews = mirror.$client.prepare<[], string>('select preview from asset').pluck().all()
  expect(previews.filter((preview) => preview.startsWith('data:image/webp'))).toHaveLength(2)
  const { body } = await app.inject('/')
  const [whole = '', holed = ''] = body.match(/<img[^>]*>/g) ?? []
  expect(whole).toContain('background-image:url(data:image/webp;base64,')
  expect(holed).toContain('width="64" height="32"')
  expect(holed).not.toContain('background')
})
