import type { SiteConfigInput } from './site/config/config.ts'

export default {
  // The home page of the built-in sample workspace; replace it with the id of your own page.
  rootNotionPageId: '10a7e12a-0000-4000-8000-000000000001',
  rootNotionSpaceId: null,

  name: 'Hollow Lantern',
  domain: 'hollow-lantern.example',
  author: 'the lantern keepers',
  description:
    'The wiki of Hollow Lantern, a Minecraft datapack about carrying light: techniques, items, mobs, structures and every command.',
  language: 'en',
  // The look of the sample; without this line the site looks like Notion.
  theme: 'pixel',
  indexable: true,

  social: {
    chatInvite: 'https://chat.example/hollow-lantern',
    videoChannel: 'https://video.example/@hollowlantern',
    socialHandle: '@hollowlantern',
    mastodon: 'https://social.example/@hollowlantern',
    datapackHosting: 'https://packs.example/hollow-lantern',
    datapackListings: [
      'https://listing.example/datapacks/hollow-lantern',
      'https://worlds.example/packs/hollow-lantern'
    ]
  },

  defaultPageIcon: '🏮',
  defaultPageCover: null,
  defaultPageCoverPosition: 0.5,
  isPreviewImageSupportEnabled: false,
  isRedisEnabled: false,

  pageUrlOverrides: {
    '/149719398400': '316ab951-b70a-45f2-b1e4-f2f9ae922109',
    '/did-you-know': '1c2c5315-eaec-4d77-a399-20de05fbc1cb',
    '/next': 'ff84a69c-4c16-4b13-b9fd-3ce03bc7ebce',
    '/gsod': '7cb131a2-372c-476a-a20e-ae6b14ecb0ba',
    '/harten': 'd039930e-686c-475b-928f-e9ee6ff44ed9'
  },

  navigationStyle: 'custom',
  navigationLinks: [
    { title: 'Get Started', pageId: '63cce80a-2aa2-4126-b975-f8308d1f406d' },
    { title: 'Wiki', pageId: 'ae5e6fd6-3cc1-4d39-8c23-852132ae5ef9' },
    { title: 'Download', pageId: '3e614914-1905-4c36-992a-5c21b216a790' },
    {
      title: 'Other Projects',
      url: 'https://lantern-keepers.example/projects?utm_source=hollow-lantern-wiki'
    }
  ],

  // The end of the story is covered until a reader has read its chapter.
  spoilers: { mode: 'blur', chapters: ['1', '2', '3'], sign: '🤫' },

  components: './components.tsx',
  isSearchEnabled: true,
  includeNotionIdInUrls: false
} satisfies SiteConfigInput
