import { callout, h2, page, text, todo } from '../builder/blocks.ts'
import type { BlockNode, RowInput } from '../builder/block-node.ts'
import { all, collection, inlineCollection, row, where } from '../builder/collection.ts'
import type { PropertyValue } from '../builder/property-input.ts'
import { day, days, mention } from '../builder/rich-text.ts'
import { cover } from './assets.ts'

const roadmap = collection({
  key: 'roadmap',
  name: 'Roadmap',
  icon: '🧭',
  description: 'What may come next, and what has come.',
  titleName: 'Plan',
  schema: {
    Stage: {
      type: 'status',
      groups: {
        'To-do': { Idea: 'gray', Planned: 'yellow' },
        'In progress': { Building: 'blue', Testing: 'orange' },
        Complete: { Done: 'green', 'Set aside': 'brown' }
      }
    },
    Area: {
      type: 'select',
      options: {
        Techniques: 'red',
        World: 'green',
        Mobs: 'orange',
        Performance: 'blue',
        Languages: 'purple'
      }
    },
    Window: { type: 'date' },
    Votes: { type: 'number' },
    Keeper: { type: 'person' },
    'Breaks worlds': { type: 'checkbox' },
    'Proposed on': { type: 'created_time' },
    'Last touched': { type: 'last_edited_time' }
  },
  views: [
    {
      type: 'board',
      name: 'Board',
      show: ['Plan', 'Area', 'Votes'],
      groupBy: 'Stage',
      sort: [['Votes', 'descending']]
    },
    { type: 'board', name: 'By area', show: ['Plan', 'Stage', 'Votes'], groupBy: 'Area' },
    {
      type: 'table',
      name: 'Timeline as a table',
      show: ['Plan', 'Window', 'Stage', 'Keeper', 'Votes', 'Breaks worlds'],
      sort: [['Window', 'ascending']],
      filter: all(where('Window', 'is_not_empty'))
    },
    {
      type: 'list',
      name: 'Most wanted',
      show: ['Plan', 'Votes'],
      sort: [['Votes', 'descending']],
      filter: all(where('Votes', 'number_greater_than', 40))
    },
    {
      type: 'timeline',
      name: 'When',
      show: ['Plan', 'Stage'],
      dateBy: 'Window',
      filter: all(where('Window', 'is_not_empty'))
    },
    {
      type: 'board',
      name: 'Areas by stage',
      show: ['Plan', 'Votes'],
      groupBy: 'Stage',
      subgroupBy: 'Area'
    },
    { type: 'form', name: 'Suggest a plan', show: ['Plan', 'Area'] },
    {
      type: 'dashboard',
      name: 'At a glance',
      show: [],
      widgets: [
        [
          {
            view: { type: 'chart', name: 'All plans', show: [], chartType: 'number' },
            width: 4
          },
          { view: { type: 'chart', name: 'Plans by stage', show: [], chartBy: 'Stage' }, width: 8 }
        ],
        [
          {
            view: {
              type: 'table',
              name: 'In progress',
              show: ['Plan', 'Stage', 'Votes'],
              sort: [['Votes', 'descending']],
              filter: all(where('Stage', 'status_is', 'Building'))
            }
          },
          {
            view: {
              type: 'list',
              name: 'Set aside',
              show: ['Plan'],
              filter: all(where('Stage', 'status_is', 'Set aside'))
            }
          }
        ]
      ]
    }
  ],
  rows: [
    plan('Lantern glass in five colours', {
      Stage: 'Testing',
      Area: 'World',
      Window: days('2026-09-01', '2026-10-15'),
      Votes: 88,
      Keeper: ['bellows'],
      why: 'Stained glass panes around a lantern colour your techniques. The light stays the same, so nobody gains an edge.'
    }),
    plan('Domains for two', {
      Stage: 'Building',
      Area: 'Techniques',
      Window: days('2026-10-01', '2026-12-12'),
      Votes: 131,
      Keeper: ['keepers'],
      why: 'Two bearers of grade Vigil open one room together. The hard part is what happens when one of them leaves.'
    }),
    plan('A winter for Harten', {
      Stage: 'Planned',
      Area: 'World',
      Window: days('2026-12-01', '2026-12-24'),
      Votes: 57,
      Keeper: ['bellows', 'keepers'],
      why: 'Snow on the roofs, a market by the bridge and one stall that sells nothing.'
    }),
    plan('Spectators inside domains', {
      Stage: 'Idea',
      Area: 'Techniques',
      Votes: 23,
      why: 'Today spectators see an empty field. They should see the room, without being part of it.'
    }),
    plan('Hollows that remember', {
      Stage: 'Idea',
      Area: 'Mobs',
      Votes: 49,
      why: 'A hollow that survived you avoids the technique it knows. We have a sketch and many doubts.'
    }),
    plan('Half the tick time for wards', {
      Stage: 'Done',
      Area: 'Performance',
      Window: day('2026-07-04'),
      Votes: 36,
      Keeper: ['wiki'],
      why: 'Rings are checked every fourth tick, and nobody has noticed. 0.9 ms became 0.4 ms with six wards.'
    }),
    plan('Guide in Portuguese', {
      Stage: 'Building',
      Area: 'Languages',
      Window: days('2026-09-10', '2026-11-01'),
      Votes: 18,
      Keeper: ['wiki'],
      why: 'Seven of eleven pages are done. If you would like to read over them, come to a Lantern Evening.'
    }),
    plan('Structures from other packs', {
      Stage: 'Planned',
      Area: 'World',
      Window: days('2027-01-10', '2027-03-01'),
      Votes: 41,
      Keeper: ['keepers'],
      'Breaks worlds': true,
      why: 'Shrines should grow in modded biomes. It moves structures in old worlds, so it waits for 2.0.'
    }),
    plan('Rideable moths', {
      Stage: 'Set aside',
      Area: 'Mobs',
      Votes: 204,
      why: 'The most wanted plan of all. We tried twice: a moth with a rider flies through floors. We put it aside until the game has a way.'
    }),
    plan('Fewer entities in Cinder Rain', {
      Stage: 'Testing',
      Area: 'Performance',
      Window: days('2026-08-20', '2026-09-30'),
      Votes: 29,
      Keeper: ['wiki'],
      why: 'One display entity draws eight coals. The damage is unchanged, the rain looks a little softer.'
    }),
    plan('A bell that anyone can ring', {
      Stage: 'Done',
      Area: 'World',
      Window: day('2026-06-28'),
      Votes: 33,
      Keeper: ['bellows'],
      why: 'The bell in Harten rings without operator rights. It turned out to be one missing tag.'
    })
  ]
})

/** Plans, as a board. */
export function nextPage(): BlockNode {
  return page('Next', { icon: '🧭', cover: cover('road'), coverPosition: 0.2 }, [
    text(
      'What we work on and what we think about. Dates are hopes. Votes come from the polls after each evening, see ',
      mention('evenings'),
      '.'
    ),
    inlineCollection(roadmap),
    h2('Before 1.5'),
    todo(true, 'Domains put every block back, also after a crash'),
    todo(true, 'Half the tick time for wards'),
    todo(false, 'Coloured glass has a recipe that is not too cheap'),
    todo(false, 'Every technique has been measured by somebody who did not write it'),
    callout('🗳️', [
      'A plan that is missing? Write it on the suggestion board in Harten on ',
      mention('149719398400'),
      '. We read it every week.'
    ])
  ])
}

function plan(title: string, fields: Record<string, PropertyValue> & { why: string }): RowInput {
  const { why, ...properties } = fields
  return row(title, { properties }, [
    text(why),
    h2('Where it stands'),
    text(`Stage: ${String(properties.Stage)}. The board is on `, mention('Next'), '.')
  ])
}
