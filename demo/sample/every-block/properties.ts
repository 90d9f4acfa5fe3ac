import { text } from '../../builder/blocks.ts'
import { all, collection, row, where } from '../../builder/collection.ts'
import type { RowInput } from '../../builder/block-node.ts'
import { bold, day, days, hours, mention, mono, richText } from '../../builder/rich-text.ts'
import type { PropertyInput, PropertyValue } from '../../builder/property-input.ts'
import { attachment, cover } from '../assets.ts'

/** The oil of a route, as a formula 1.0 (a tree). */
const oilWithReserve = {
  type: 'function',
  name: 'add',
  args: [
    { type: 'property', name: 'Oil' },
    { type: 'constant', value: 20, value_type: 'number' }
  ]
}

/** Properties in the order in which a route's page shows them. */
const schema: Record<string, PropertyInput> = {
  'Route number': { type: 'auto_increment_id', prefix: 'LR' },
  Notes: { type: 'text' },
  State: {
    type: 'status',
    groups: {
      'To-do': { Planned: 'gray' },
      'In progress': { 'Being lit': 'orange' },
      Complete: { Open: 'green', 'Open in winter': 'blue' }
    }
  },
  Difficulty: { type: 'select', options: { Easy: 'green', Steep: 'yellow', Deadly: 'red' } },
  'Bring along': {
    type: 'multi_select',
    options: { Lantern: 'orange', 'Oil, two flasks': 'brown', Bell: 'purple', Bread: 'pink' }
  },
  'Length in blocks': { type: 'number', format: 'number_with_commas' },
  Lit: { type: 'number', format: 'percent', showAs: { type: 'bar', color: 'orange', maxValue: 1 } },
  Shelter: { type: 'number', showAs: { type: 'ring', color: 'blue', maxValue: 10 } },
  Ferry: { type: 'number', format: 'euro' },
  'Next walk': { type: 'date' },
  Season: { type: 'date' },
  Surveyed: { type: 'date', dateFormat: 'YYYY/MM/DD', timeFormat: 'H:mm' },
  'Safe at night': { type: 'checkbox' },
  Page: { type: 'url' },
  Questions: { type: 'email' },
  'Call in': { type: 'phone_number' },
  Guides: { type: 'person' },
  Map: { type: 'file' },
  Start: { type: 'place' },
  Passes: { type: 'relation', to: 'structures' },
  'Good to know': { type: 'relation', to: 'techniques' },
  Oil: { type: 'rollup', relation: 'Good to know', target: 'Oil cost', aggregation: 'sum' },
  Grades: {
    type: 'rollup',
    relation: 'Good to know',
    target: 'Grade',
    aggregation: 'show_unique'
  },
  'Places checked': {
    type: 'rollup',
    relation: 'Passes',
    target: 'Surveyed',
    aggregation: 'date_range'
  },
  'Oil with reserve': { type: 'formula', tree: oilWithReserve },
  Advice: {
    type: 'formula',
    code: 'if(prop("Safe at night"), "Walk it in the dark", "Be home by dusk")'
  },
  'Resurvey by': { type: 'formula', code: 'dateAdd(prop("Surveyed"), 1, "years")' },
  // Not computed: it shows how a missing value looks.
  Fare: { type: 'formula', code: 'formatNumber(prop("Ferry"), "eur")' },
  Checked: { type: 'verification' },
  'Sign up': { type: 'button', opens: 'https://evenings.example/routes' },
  Print: { type: 'button' },
  Written: { type: 'created_time' },
  'Written by': { type: 'created_by' },
  Edited: { type: 'last_edited_time' },
  'Edited by': { type: 'last_edited_by' }
}

/** A collection with every property type. */
export const everyProperty = collection({
  key: 'routes',
  name: 'Every Property',
  icon: '🧭',
  titleName: 'Route',
  schema,
  views: [
    { type: 'table', name: 'All properties', show: ['Route', ...Object.keys(schema)] },
    {
      type: 'list',
      name: 'Open',
      show: ['Route', 'State', 'Lit', 'Next walk', 'Oil'],
      filter: all(where('Length in blocks', 'number_greater_than', 0))
    },
    { type: 'board', name: 'By state', show: ['Route', 'Shelter', 'Grades'], groupBy: 'State' }
  ],
  rows: [
    route('Shrine to Harten', 1, {
      Notes: richText([
        'The first road of every bearer; see ',
        mention('Get Started/Your First Evening'),
        '.'
      ]),
      State: 'Open',
      Difficulty: 'Easy',
      'Bring along': ['Lantern', 'Oil, two flasks'],
      'Length in blocks': 1240,
      Lit: 0.85,
      Shelter: 7,
      Ferry: 2.5,
      'Next walk': hours('2026-10-24', ['18:30', '20:00'], 'Asia/Tokyo'),
      Season: days('2026-03-01', '2026-11-30'),
      Surveyed: hours('2026-03-29', ['01:30', '04:00'], 'Europe/Vienna'),
      'Safe at night': true,
      Page: 'https://www.evenings.example/routes/harten',
      Questions: 'routes@bearers.example',
      'Call in': '+00 0000 149719',
      Guides: ['keepers', 'bellows'],
      Map: [attachment('harten.png'), attachment('hollow.zip')],
      Start: {
        name: 'Shrine on the hill',
        address: '0, 71, 0, the Overworld',
        lat: 48.2084,
        lon: 16.3731
      },
      Passes: ['structures/Lamp Shrine', 'structures/Harten'],
      'Good to know': ['techniques/Lantern Step', 'techniques/Ember Guard'],
      Checked: {
        state: 'verified',
        date: { start: '2026-03-29', end: '2027-03-29' }
      }
    }),
    route('The moth road', 2, {
      State: 'Being lit',
      Difficulty: 'Steep',
      'Bring along': ['Bread'],
      'Length in blocks': 3805,
      Lit: 0.3,
      Shelter: 2,
      'Next walk': day('2026-11-01'),
      Season: days('2026-12-01', '2027-02-28'),
      Guides: ['wiki'],
      Passes: ['structures/Moth Attic'],
      'Good to know': ['techniques/Moth Call'],
      Checked: { state: 'unverified' }
    }),
    route('Gate and back', 3, { State: 'Planned' })
  ]
})

function route(title: string, number: number, values: Record<string, PropertyValue>): RowInput {
  const properties = { 'Route number': number, ...values }
  return row(title, { icon: '🛤️', cover: cover('road'), properties }, [
    text(
      bold('Where to look: '),
      'all that is known of this route stands in its columns; ',
      mono('/locate structure'),
      ' finds the rest.'
    )
  ])
}
