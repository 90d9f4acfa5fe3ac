import { type Command, command } from './command.ts'

export const commandList: Command[] = [
  command('Open the menu', '/trigger hollow.menu', {
    category: 'Getting going',
    level: 0,
    since: '1.0.0',
    does: 'Opens the bearer’s menu as a dialog: slots, techniques you can learn, grade and oil.',
    details: [
      'The only command a player needs. It works without operator rights and without cheats.',
      'In chat-only mode the menu is a list of clickable lines.'
    ]
  }),
  command('Start the pack', '/function hollow:start', {
    category: 'Getting going',
    since: '1.0.0',
    does: 'Creates the scoreboards, loads the settings and gives every player online a lantern.',
    details: [
      'Run it once per world. A second run changes nothing.',
      'It prints the version and the number of settings.'
    ]
  }),
  command('Give a lantern', '/function hollow:give/bearers_lantern', {
    category: 'Getting going',
    since: '1.0.0',
    does: 'Puts a new lantern with 400 uses into your hand.',
    details: [
      'If your hand is full it lies at your feet.',
      'Every item has a function of its name.'
    ],
    example: '/execute as @a[distance=..10] run function hollow:give/bearers_lantern'
  }),
  command('Show the guide', '/function hollow:guide', {
    category: 'Getting going',
    since: '1.1.0',
    does: 'Gives you the written guide: eleven pages, in the language of your game where we have it.',
    details: [
      'Languages: English, Japanese, French, Russian, Thai.',
      'The guide updates itself when the pack does.'
    ]
  }),
  command('Build the step course', '/function hollow:course/build {size:12}', {
    category: 'Getting going',
    since: '1.2.0',
    does: 'Builds a course of platforms for practising Lantern Step, in the direction you look.',
    details: ['size: 4 to 24 platforms.', 'It needs 8 blocks of free air for each platform.']
  }),
  command('Remove the pack', '/function hollow:uninstall', {
    category: 'Getting going',
    since: '1.0.0',
    does: 'Removes scoreboards, storage and markers. Items stay, as plain items with a name.',
    details: [
      'Asks once more by a clickable line.',
      'Take hollow.zip out of the folder afterwards, then reload.'
    ]
  }),
  command('Set oil', '/function hollow:oil/set {amount:50}', {
    category: 'Oil',
    since: '1.0.0',
    does: 'Sets your oil to a number, at most the maximum of your grade.',
    details: ['amount: 0 to 150.', 'Higher numbers are cut to your maximum, without an error.']
  }),
  command('Refill oil', '/function hollow:oil/refill', {
    category: 'Oil',
    since: '1.0.0',
    does: 'Fills your lantern to the brim.',
    details: ['The flame animation plays for everyone near you.'],
    example: '/execute as @a run function hollow:oil/refill'
  }),
  command('Share oil by hand', '/trigger hollow.share', {
    category: 'Oil',
    level: 0,
    since: '1.2.0',
    does: 'Gives 5 oil to the nearest bearer within three blocks.',
    details: ['Costs you 8.', 'Kindle does the same with less smoke.']
  }),
  command('Stop oil use', '/function hollow:oil/freeze', {
    category: 'Oil',
    since: '1.3.0',
    does: 'Techniques cost nothing until you run it again.',
    details: ['Meant for building and filming.', 'The lantern’s glass turns blue as a reminder.']
  }),
  command('Show a grade', '/function hollow:grade/show', {
    category: 'Grades',
    since: '1.0.0',
    does: 'Tells grade and number of sealed hollows, for you or the player who runs it.',
    details: ['The numbers are the scores hollow.grade and hollow.sealed.']
  }),
  command('Set a grade', '/function hollow:grade/set {grade:3}', {
    category: 'Grades',
    since: '1.0.0',
    does: 'Sets your grade. Techniques above it are kept but sleep.',
    details: [
      'grade: 1 Wick, 2 Ember, 3 Flame, 4 Beacon, 5 Vigil.',
      'The number of sealed hollows is raised to fit, never lowered.'
    ]
  }),
  command('Add sealed hollows', '/function hollow:grade/add {sealed:5}', {
    category: 'Grades',
    since: '1.2.0',
    does: 'Counts hollows as sealed, for events and prizes.',
    details: ['sealed: 1 to 150.', 'You rise in grade as if you had sealed them.']
  }),
  command('List bearers', '/function hollow:grade/list', {
    category: 'Grades',
    since: '1.3.0',
    does: 'Shows every bearer of the world by grade, also those who are offline.',
    details: ['Sorted by grade, then by sealed hollows.', 'Output goes to you alone.']
  }),
  command('Learn a technique', '/function hollow:technique/learn {id:"lantern_step"}', {
    category: 'Techniques',
    since: '1.0.0',
    does: 'Teaches you a technique without materials, at any grade.',
    details: [
      'id: as on the technique’s page.',
      'Unknown ids are listed with the nearest known one.'
    ],
    example: '/function hollow:technique/learn {id:"paper_ward"}'
  }),
  command('Forget a technique', '/function hollow:technique/forget {id:"lantern_step"}', {
    category: 'Techniques',
    since: '1.0.0',
    does: 'Removes one technique and gives half of its materials back, rounded up.',
    details: [
      'id: as on the technique’s page.',
      'id:"all" forgets everything and gives nothing back.'
    ]
  }),
  command('Put a technique into a slot', '/function hollow:technique/slot {slot:1,id:"ember"}', {
    category: 'Techniques',
    since: '1.1.0',
    does: 'Binds a technique to one of the three slots.',
    details: ['slot: 1 use, 2 swap hands, 3 drop.', 'id: a technique you know.']
  }),
  command('Use a technique', '/function hollow:technique/use {id:"wick_flare"}', {
    category: 'Techniques',
    since: '1.2.0',
    does: 'Uses a technique as if by hand, with its cost and cooldown.',
    details: ['Made for command blocks and maps.', 'It fails with a message when you lack oil.']
  }),
  command('Clear cooldowns', '/function hollow:technique/ready', {
    category: 'Techniques',
    since: '1.0.0',
    does: 'Sets all of your cooldowns to zero.',
    details: ['The domain’s ten minutes are included.'],
    example: '/execute as @a run function hollow:technique/ready'
  }),
  command('Open a domain', '/function hollow:domain/open', {
    category: 'Domains',
    since: '1.4.0',
    does: 'Opens the Endless Vigil around you, without lantern, oil or grade.',
    details: [
      'Fails when another domain is open in this dimension.',
      'The room is 48 × 24 × 48 blocks.'
    ],
    example: '/execute positioned 0 80 0 run function hollow:domain/open'
  }),
  command('Close a domain', '/function hollow:domain/close', {
    category: 'Domains',
    since: '1.4.0',
    does: 'Closes the open domain of this dimension and puts every block back.',
    details: [
      'Players inside are moved to where they came in.',
      'Works also after a crash: the blocks are kept in storage.'
    ]
  }),
  command('Choose the room', '/function hollow:domain/room {room:"hollow:vigil"}', {
    category: 'Domains',
    since: '1.4.0',
    does: 'Chooses which room your domain opens.',
    details: [
      'room: hollow:vigil, hollow:garden or one of your own pack.',
      'Rooms are described in the builders’ notes.'
    ]
  }),
  command('Show the domain’s edge', '/function hollow:domain/outline', {
    category: 'Domains',
    since: '1.4.1',
    does: 'Draws the edge of a domain at your feet for 20 seconds, without opening it.',
    details: ['Green where it fits, red where unbreakable blocks are in the way.']
  }),
  command('Summon a hollow', '/function hollow:summon/hollowling', {
    category: 'Hollows',
    since: '1.0.0',
    does: 'Summons a hollow at your feet. Every mob has a function of its name.',
    details: [
      'Summoned hollows drop nothing and do not count for grades.',
      'Bosses need their structure: elsewhere they stand still.'
    ]
  }),
  command('Seal the nearest hollow', '/function hollow:hollow/seal_nearest', {
    category: 'Hollows',
    since: '1.0.0',
    does: 'Seals the nearest hollow within 32 blocks, with drops and credit to you.',
    details: ['Bosses are left out.', 'If there is none, nothing happens and nothing is said.']
  }),
  command('Calm all hollows', '/function hollow:hollow/calm', {
    category: 'Hollows',
    since: '1.2.0',
    does: 'All hollows in loaded chunks forget their target.',
    details: ['Lasts until they are hit.']
  }),
  command('Remove all hollows', '/function hollow:hollow/clear', {
    category: 'Hollows',
    since: '1.0.0',
    does: 'Removes hollows in loaded chunks, without drops.',
    details: ['Moths and cranes stay. They have done nothing.', 'Use it when a farm goes wrong.']
  }),
  command('Count hollows', '/function hollow:hollow/count', {
    category: 'Hollows',
    since: '1.3.0',
    does: 'Counts hollows by kind in loaded chunks.',
    details: ['The limit is 40 per player and 200 per world.']
  }),
  command('Hollows at dusk only', '/function hollow:settings/dusk_only {on:1}', {
    category: 'Settings',
    since: '1.0.0',
    does: 'Hollows spawn from 12,000 to 13,800 ticks only.',
    details: ['on: 0 or 1. Default 0.', 'Caves follow the same clock then.']
  }),
  command('Set the spawn rate', '/function hollow:settings/spawn_rate {percent:100}', {
    category: 'Settings',
    since: '1.1.0',
    does: 'Changes how often hollows spawn.',
    details: ['percent: 0 to 400. Default 100.', 'Zero stops new hollows and leaves the old ones.']
  }),
  command('Set the domain’s length', '/function hollow:settings/domain_seconds {seconds:60}', {
    category: 'Settings',
    since: '1.4.0',
    does: 'How long a domain stands.',
    details: ['seconds: 10 to 300. Default 60.', 'Open domains keep their time.']
  }),
  command('Limit lamps', '/function hollow:settings/lamp_limit {max:100}', {
    category: 'Settings',
    since: '1.3.0',
    does: 'The largest number of lamps that Tide of Lamps may float.',
    details: ['max: 10 to 200. Default 100.', 'Servers with many players are happy with 40.']
  }),
  command('Keep oil on death', '/function hollow:settings/keep_oil {on:1}', {
    category: 'Settings',
    since: '1.2.0',
    does: 'Bearers keep their oil when they die.',
    details: ['on: 0 or 1. Default 0.', 'Last Light ignores it.']
  }),
  command('Chat-only menus', '/function hollow:settings/chat_menu {on:1}', {
    category: 'Settings',
    since: '1.4.0',
    does: 'Shows menus as chat lines, for clients without dialogs.',
    details: ['on: 0 or 1. Default 0.', 'Each player may choose for themselves in the menu.']
  }),
  command('Reset settings', '/function hollow:settings/reset', {
    category: 'Settings',
    since: '1.1.0',
    does: 'Puts every setting back to its default.',
    details: ['Grades, oil and techniques stay as they are.']
  }),
  command('Show the debug line', '/function hollow:debug/show', {
    category: 'Debug',
    since: '1.0.0',
    does: 'Shows oil, cooldowns, light and the nearest hollow above the hotbar.',
    details: ['For you alone. Run it again to hide it.', 'One line costs about 0.05 ms a tick.']
  }),
  command('Time the pack', '/function hollow:debug/profile', {
    category: 'Debug',
    since: '1.3.0',
    does: 'Measures 200 ticks and tells the slowest five functions.',
    details: ['Please attach the result when you report lag.', 'Runs once and stops by itself.']
  }),
  command('Write a report', '/function hollow:debug/report', {
    category: 'Debug',
    since: '1.4.1',
    does: 'Writes version, settings and the last 20 errors into a book.',
    details: [
      'No names and no positions are in it.',
      'Bring the book to a Lantern Evening, or send a picture of it.'
    ]
  })
]
