import type { Cases } from '../calculate.ts'

const noNumber = { problem: 'it calculates with a value that is not a number' }
const noWhole = { problem: 'it counts with a number that is not whole' }
const missing = { problem: 'a part of it is missing' }

/** A value that is no list counts as a list of one item, an empty one as an empty list. */
export const listCases: Cases = {
  concat: [
    ['concat([1, 2], [3])', [1, 2, 3]],
    ['concat([1], prop("No tags"), 0)', [1, 0]],
    ['concat([1], prop("No text"))', [1]],
    ['concat([[1]], [2])', [[1], 2]],
    ['concat("a", "b", 3)', 'ab3']
  ],
  length: [
    ['length("Monkey D. Luffy")', 15],
    ['[1, 2, [3, 4]].length()', 3],
    ['length("灯😀")', 2],
    ['length(prop("No text"))', 0],
    ['length(prop("No tags"))', 0],
    ['length(prop("No number"))', 0],
    ['length(-1.5)', 4],
    ['length(true)', 4]
  ],
  slice: [
    ['[1, 2, 3, 4, 5].slice(2)', [3, 4, 5]],
    ['["Luffy", "Sanji", "Nami"].slice(1, 2)', ['Sanji']],
    ['slice([1, 2, 3], 0, prop("No number"))', []],
    ['slice([1, 2, 3], 5)', []],
    ['slice([1, 2, 3], -2)', [2, 3]],
    ['slice([1, 2, 3], 0, -1)', [1, 2]],
    ['slice([1, 2, 3], 1.9)', [2, 3]],
    ['slice("Notion", 0, 3)', 'Not'],
    ['slice("Notion", 4)', 'on'],
    ['slice("Notion", 2, 99)', 'tion'],
    ['slice(prop("No tags"), 1)', []],
    ['slice([1], "a")', noNumber]
  ],
  splice: [
    ['splice([1, 2, 3], 1, 1)', [1, 3]],
    ['[1, 2, 3, 4, 5].splice(-1, 1)', [1, 2, 3, 4]],
    ['splice([1, 2], 1, 0, "a", [3])', [1, 'a', [3], 2]],
    ['splice([1, 2, 3], 0, 2, 9)', [9, 3]],
    ['splice([1, 2], 1)', [1, 2]],
    ['splice([1, 2], 5, 1, 3)', [1, 2, 3]],
    ['splice([1, 2], 0, prop("No number"))', [1, 2]],
    ['splice(prop("No tags"), 0, 1)', []],
    ['splice([1, 2], 0.5, 1)', noWhole],
    ['splice([1, 2], 0, 1.5)', noWhole],
    ['splice([1, 2], 0, -1)', { problem: 'it removes a negative number of items' }],
    ['splice([1], "a")', noNumber]
  ],
  join: [
    ['["a", "b", "c"].join(", ")', 'a, b, c'],
    ['join([1, -0.5, true], "-")', '1--0.5-true'],
    ['join(prop("No tags"), ",")', ''],
    ['join([prop("No number"), "a"], ",")', ',a'],
    ['join([prop("Day")], ",")', 'July 31, 2026'],
    ['join("/", "a", "b")', 'a/b']
  ],
  at: [
    ['at([1, 2, 3], 1)', 2],
    ['at([1, 2, 3], -1)', 3],
    ['at([1, 2, 3], 1.9)', 2],
    ['at([1, 2, 3], 3)', null],
    ['at([1, 2, 3], prop("No number"))', 1],
    ['at(prop("No tags"), 0)', null],
    ['at(7, 0)', 7],
    ['at([1], "a")', noNumber]
  ],
  first: [
    ['first([1, 2, 3])', 1],
    ['first([0, 1])', 0],
    ['first(prop("No tags"))', null],
    ['first(0)', 0],
    ['first("a")', 'a']
  ],
  last: [
    ['last([1, 2, 3])', 3],
    ['last([1, false])', false],
    ['last(prop("No tags"))', null],
    ['last("a")', 'a']
  ],
  includes: [
    ['["Luffy", "Sanji", "Nami"].includes("Sanji")', true],
    ['["Luffy"].includes("Luf")', false],
    ['[1, 2].includes("1")', false],
    ['[[1], [2]].includes([2])', true],
    ['[prop("Day")].includes(prop("Day"))', true],
    ['[0].includes(0)', true],
    ['includes(prop("No tags"), 1)', false]
  ],
  reverse: [
    ['reverse([1, 2, 3])', [3, 2, 1]],
    ['reverse(prop("No tags"))', []],
    ['reverse("ab")', ['ab']]
  ],
  sort: [
    ['sort([3, 1, 2])', [1, 2, 3]],
    ['[-1.5, 10, 9, 0].sort()', [-1.5, 0, 9, 10]],
    ['["b", "a", "10", "9"].sort()', ['10', '9', 'a', 'b']],
    ['[1, 2, 3].sort(-current)', [3, 2, 1]],
    ['["ccc", "a", "bb"].sort(current.length())', ['a', 'bb', 'ccc']],
    ['[3, 1, 2].sort(-index)', [2, 1, 3]],
    ['[prop("New year"), prop("Day")].sort()', ['2026-07-31', '2027-01-01']],
    ['[true, false].sort()', [false, true]],
    ['sort(prop("No tags"))', []],
    ['sort(["a", prop("Day")])', { problem: 'it compares a text with a date or a list' }]
  ],
  flat: [
    ['flat([["Luffy", "Zoro"], ["Nami", "Chopper"]])', ['Luffy', 'Zoro', 'Nami', 'Chopper']],
    ['flat([0, [1, [2]], false])', [0, 1, [2], false]],
    ['flat(prop("No tags"))', []]
  ],
  unique: [
    ['unique([1, 1, 2])', [1, 2]],
    ['prop("Tags").unique()', ['b', 'a']],
    ['unique([1, "1", true])', [1, '1', true]],
    ['unique([[1], [1], [1, 2]])', [[1], [1, 2]]],
    [
      'unique([prop("Day"), prop("Range"), prop("Day")])',
      ['2026-07-31', '2026-07-31 → 2026-08-02']
    ],
    ['unique(prop("No tags"))', []]
  ],
  map: [
    ['map([1, 2, 3], current + 1)', [2, 3, 4]],
    ['prop("Tags").map(current + index)', ['b0', 'a1', 'b2']],
    ['[[1, 2], [3]].map(current.map(current * 2))', [[2, 4], [6]]],
    ['[1, 2].map(let(x, current, [1].map(x)))', [[1], [2]]],
    ['map(0, current + 1)', [1]],
    ['map(prop("No tags"), current)', []],
    ['map([1])', missing]
  ],
  filter: [
    ['filter([1, 2, 3], current > 1)', [2, 3]],
    ['[0, 1, "", "a"].filter(current)', [1, 'a']],
    ['["a", "b"].filter(index == 1)', ['b']],
    ['filter(prop("No tags"), true)', []],
    ['filter([1])', missing]
  ],
  find: [
    ['find([1, 2, 3], current > 1)', 2],
    ['["a", "bb"].find(current.length() == 2)', 'bb'],
    ['["a", "b"].find(index == 1)', 'b'],
    ['[0, 1].find(current == 0)', 0],
    ['find([1, 2], current < 0)', null],
    ['find(prop("No tags"), true)', null],
    ['find(-0.5, true)', -0.5],
    ['find([1], current - "a")', noNumber],
    ['find([1])', missing]
  ],
  findIndex: [
    ['findIndex([1, 2, 3], current > 1)', 1],
    ['["a", "b"].findIndex(current == "a")', 0],
    ['[5, 6].findIndex(index == 1)', 1],
    ['findIndex([1, 2], current < 0)', -1],
    ['findIndex(prop("No tags"), true)', -1],
    ['findIndex([1])', missing]
  ],
  count: [
    ['count([1, 2, 3])', 3],
    ['[1, [2, 3]].count()', 2],
    ['["a", "b", "ab"].count(current.contains("a"))', 2],
    ['[0, 1, ""].count(current)', 1],
    ['[5, 6].count(index == 1)', 1],
    ['count(prop("No tags"))', 0],
    ['count([1, 2], false)', 0],
    ['count()', missing]
  ],
  some: [
    ['some([1, 2, 3], current == 2)', true],
    ['some([1, 2, 3], current > 3)', false],
    ['some(prop("No tags"), true)', false],
    ['some([1])', missing]
  ],
  every: [
    ['every([1, 2, 3], current > 0)', true],
    ['every([1, 2, 3], current > 1)', false],
    ['every(prop("No tags"), false)', true],
    ['every([1])', missing]
  ]
}
