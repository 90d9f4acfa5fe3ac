import fc from 'fast-check'

import { testId } from '../workspaces/records.ts'
import { anyDate, oddDate } from './dates.ts'

/** Records that values refer to: existing rows and users, and an id without a record. */
export const wireTargets = {
  rows: [testId(1000), testId(1001), testId(1002)],
  users: [testId(900), testId(901), testId(902)],
  absent: testId(999)
}

const oddTexts = [
  '',
  ' ',
  ',',
  'a,b',
  '‣',
  '⁍',
  'Yes',
  'No',
  '0',
  '%_',
  `'; drop table page; --`,
  '"',
  '\\',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uDC00tail',
  'A\u030A',
  '👩‍👩‍👧',
  '\u202Eback',
  '行１',
  '\r\n\t',
  'long '.repeat(20_000)
]
const words = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 })
)

const address = fc.constantFrom('https://a.example/?b=c#d', 'mailto:a@example.org', '/relative', '')
const user = fc.constantFrom(...wireTargets.users, wireTargets.absent)
const row = fc.constantFrom(...wireTargets.rows, wireTargets.absent)
const mark = fc.oneof(
  fc.constantFrom<unknown[]>(['b'], ['i'], ['_'], ['h', 'red'], ['unheard', { of: 1 }], []),
  address.map((url) => ['a', url])
)
const marked = fc.oneof(
  words.map((text): unknown[] => [text]),
  fc.tuple(words, fc.array(mark, { maxLength: 3 }))
)
const mention = (argument: fc.Arbitrary<unknown>, kind: string) =>
  argument.map((found): unknown[] => ['‣', [[kind, found]]])
const linked = fc.record({ href: address, title: words }, { requiredKeys: [] })
const dated = mention(fc.oneof({ arbitrary: anyDate, weight: 5 }, oddDate), 'd')
const anyMention = fc.oneof(
  mention(row, 'p'),
  mention(user, 'u'),
  mention(linked, 'lm'),
  dated,
  words.map((formula): unknown[] => ['⁍', [['e', formula]]])
)
const oddPart = fc.constantFrom<unknown>(
  [],
  ['‣'],
  ['⁍'],
  ['‣', [['p', null]]],
  ['‣', [['u', 7]]],
  ['‣', [['lm', 'x']]],
  null,
  7,
  'bare',
  [null],
  [7, [['b']]],
  ['x', null],
  ['x', 'b'],
  ['x', [null, 'b', []]]
)
const part = fc.oneof(
  { arbitrary: marked, weight: 5 },
  { arbitrary: anyMention, weight: 4 },
  { arbitrary: oddPart, weight: 1 }
)
const text = fc.array(part, { maxLength: 4 })

/**
 * A list in Notion's format: items separated by commas, sometimes with a segment that is no item.
 */
const listOf = (item: fc.Arbitrary<unknown[]>) =>
  fc
    .array(fc.oneof({ arbitrary: item, weight: 6 }, { arbitrary: part, weight: 1 }), {
      maxLength: 4
    })
    .map((items) => items.flatMap((each, index) => (index === 0 ? [each] : [[','], each])))
const oneOf = (...choices: string[]) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...choices).map((choice) => [[choice]]), weight: 5 },
    { arbitrary: text, weight: 1 }
  )

const numbers = [
  '0',
  '-0',
  '42',
  '-32.48',
  '.5',
  '5.',
  '+5',
  '1e21',
  '1E-7',
  '1e400',
  '-1e400',
  ' 7 ',
  '',
  '9007199254740993',
  '0.1',
  '1,5',
  '1 000',
  '0x10',
  '0b1',
  '1_000',
  '٣',
  '٤٢',
  'lots',
  'NaN',
  'Infinity',
  '--5',
  '1e',
  '123456789012345678901234567890'
]
const number = fc.oneof(
  oneOf(...numbers),
  fc.double({ noNaN: true }).map((found) => [[String(found)]]),
  fc.integer().map((found) => [[String(found).slice(0, 2)], [String(found).slice(2)]])
)

/** Values that may be sent for a property, by type; undefined if none is sent. */
export const wireValues: Record<string, fc.Arbitrary<unknown>> = {
  title: text,
  text,
  number,
  checkbox: oneOf('Yes', 'No', 'yes', 'maybe', ''),
  select: oneOf('low', 'low, or so', 'Größe', ''),
  status: oneOf('done', 'in progress', ''),
  multi_select: oneOf('a', 'a,b', 'b,a,b', ',a,,b,', ' a , b', ''),
  url: text,
  email: text,
  phone_number: text,
  person: listOf(mention(user, 'u')),
  relation: listOf(mention(row, 'p')),
  file: listOf(
    fc.tuple(
      words,
      address.map((url) => [['a', url]])
    )
  ),
  date: listOf(dated),
  auto_increment_id: oneOf('12', '0', '-3', 'twelve', ''),
  verification: text,
  // A type with the name of a property of Object.prototype.
  constructor: text,
  formula: text
}
