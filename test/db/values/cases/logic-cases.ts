import type { Cases } from '../calculate.ts'

const missing = { problem: 'a part of it is missing' }
const otherTypes = { problem: 'it compares a text with a date or a list' }

export const logicCases: Cases = {
  if: [
    ['if(1 + 1 == 2, "yes", "no")', 'yes'],
    ['prop("Off") ? 1 : 2', 2],
    ['if(prop("No text"), 1, 2)', 2],
    ['if(prop("No tags"), 1, 2)', 2],
    ['if(0, 1, 2)', 2],
    ['if(-0.5, 1, 2)', 1],
    ['if(prop("No day"), 1, 2)', 2],
    ['if(false, 1)', null],
    ['if(true, 1, "a" - 1)', 1],
    ['if()', missing]
  ],
  ifs: [
    ['ifs(false, 1, true, 2, 3)', 2],
    ['ifs(true, 1, true, 2)', 1],
    ['ifs(false, 1, false, 2, 3)', 3],
    ['ifs(false, 1)', null],
    ['ifs(0, 1, "a", 2)', 2],
    ['ifs(true, 1, "a" - 1, 2)', 1]
  ],
  and: [
    ['and(true, false)', false],
    ['true and 1', true],
    ['true && "a" && -1', true],
    ['and(true, true, prop("No text"))', false],
    ['false and "a" - 1', false]
  ],
  or: [
    ['or(false, true)', true],
    ['false or 0', false],
    ['prop("No tags") || prop("Tags")', true],
    ['or(false, prop("No number"), "a")', true],
    ['true or "a" - 1', true],
    ['true or false and false', true]
  ],
  not: [
    ['not(true)', false],
    ['not false', true],
    ['!prop("No text")', true],
    ['not(prop("No number"))', true],
    ['not(-0.5)', false],
    ['not(prop("No tags"))', true],
    ['not(prop("Day"))', false]
  ],
  empty: [
    ['empty("")', true],
    ['empty(0)', true],
    ['empty(false)', true],
    ['empty(prop("No tags"))', true],
    ['empty(prop("No number"))', true],
    ['empty(prop("No day"))', true],
    ['empty("Word")', false],
    ['empty(" ")', false],
    ['empty(-0.5)', false],
    ['empty([0])', false],
    ['empty(prop("Day"))', false],
    ['empty()', null],
    ['if(prop("No day"), prop("No day"), empty())', null]
  ],
  ifEmpty: [
    ['ifEmpty("", "other")', 'other'],
    ['ifEmpty("Word", "a" - 1)', 'Word'],
    ['ifEmpty(0, 5)', 5],
    ['ifEmpty(prop("No tags"), ["a"])', ['a']],
    ['ifEmpty("")', missing]
  ],
  equal: [
    ['equal(1, 1)', true],
    ['2 == 3', false],
    ['0.1 + 0.2 == 0.3', false],
    ['"a" == "A"', false],
    ['1 == "1"', false],
    ['true == 1', false],
    ['[1, 2] == [1, 2]', true],
    ['[1, 2] == [1]', false],
    ['[1] == [1, 2]', false],
    ['prop("No text") == ""', true],
    ['prop("No number") == ""', true],
    ['prop("No number") == 0', false],
    ['prop("Day") == prop("Range")', false],
    ['prop("Day") == start(prop("Range"))', true]
  ],
  unequal: [
    ['unequal(1, 1)', false],
    ['6 * 9 != 42', true],
    ['[1] != [1]', false],
    ['1 != "1"', true],
    ['prop("No text") != ""', false]
  ],
  larger: [
    ['larger(5, 3)', true],
    ['3 > 3', false],
    ['-1 > -1.5', true],
    ['"b" > "a"', true],
    ['true > false', true],
    ['prop("New year") > prop("Day")', true],
    ['1 > prop("No number")', true],
    ['"2026" > prop("Day")', otherTypes],
    ['["a"] > "a"', otherTypes]
  ],
  largerEq: [
    ['largerEq(5, 5)', true],
    ['4.9 >= 5', false],
    ['"a" >= "a"', true],
    ['0 >= prop("No number")', true],
    ['prop("Day") >= prop("New year")', false]
  ],
  smaller: [
    ['smaller(3, 5)', true],
    ['3 < 3', false],
    ['-1.5 < -1', true],
    ['prop("No text") < "a"', true],
    ['prop("Day") < prop("Time")', true],
    ['prop("Tags") < 3', { problem: 'it calculates with a value that is not a number' }]
  ],
  smallerEq: [
    ['smallerEq(3, 3)', true],
    ['3.1 <= 3', false],
    ['"a" <= "b"', true],
    ['prop("New year") <= prop("Day")', false]
  ],
  let: [
    ['let(x, prop("Number"), x ^ 2)', 49],
    ['let(current, 3, [1].map(current))', [1]],
    ['let(x, prop("No day"), x)', null],
    ['let(x, 1, let(x, 2, x)) + let(x, 1, x)', 3],
    ['let(1, 2, 3)', { problem: 'it assigns a value to something other than a name' }],
    ['let(x, 1, y)', { problem: 'it names "y", which is not known here' }]
  ],
  lets: [
    ['lets(a, "Monkey", b, a + " D.", b + " Luffy")', 'Monkey D. Luffy'],
    ['lets(a, 1, b, 2, a - b)', -1],
    ['lets(a, 1, a, a + 0.5, a)', 1.5]
  ]
}
