import { expect } from 'vitest'

import type { Cases } from '../calculate.ts'

const badPattern = { problem: expect.stringMatching(/^its regular expression cannot be used/) }

export const textCases: Cases = {
  format: [
    ['format(4)', '4'],
    ['format(-0.5)', '-0.5'],
    ['format(5 > 4)', 'true'],
    ['format("Wick")', 'Wick'],
    ['format(prop("No number"))', ''],
    ['format(prop("No day"))', ''],
    ['format(prop("Tags"))', 'b, a, b'],
    ['format(prop("Day"))', 'July 31, 2026'],
    ['format(prop("Time"))', 'July 31, 2026 3:45 PM'],
    ['format(prop("Range"))', 'July 31, 2026 → August 2, 2026'],
    ['format(0 / 0)', { problem: 'it divides by zero, or has no finite result' }]
  ],
  lower: [
    ['lower("NOTION Ö")', 'notion ö'],
    ['lower(prop("No text"))', ''],
    ['lower(true)', 'true'],
    ['lower(7)', '7']
  ],
  upper: [
    ['upper("notion ö")', 'NOTION Ö'],
    ['upper(prop("No text"))', ''],
    ['upper(true)', 'TRUE']
  ],
  trim: [
    ['trim(" notion  site ")', 'notion  site'],
    ['trim(prop("No text"))', ''],
    ['trim(7)', '7']
  ],
  replace: [
    ['replace("Notion notion", "N", "M")', 'Motion notion'],
    ['replace("thrice", "[a-m]", "-")', 't-rice'],
    ['replace("ab", "(a)(b)", "$2$1")', 'ba'],
    ['replace("abc", "x", "y")', 'abc'],
    ['replace(1234, 2, 0)', '1034'],
    ['replace(prop("No text"), "a", "b")', ''],
    ['replace("abc", "b")', 'ac'],
    ['replace("a", "(", "b")', badPattern]
  ],
  replaceAll: [
    ['replaceAll("Notion notion", "N|n", "M")', 'MotioM MotioM'],
    ['replaceAll("1-2-3", "-", "")', '123'],
    ['replaceAll("ab", "", "-")', '-a-b-'],
    ['replaceAll(1212, 2, 0)', '1010'],
    ['replaceAll(prop("No text"), "a", "b")', ''],
    ['replaceAll("a", "[", "b")', badPattern]
  ],
  test: [
    ['test("Notion", "Not")', true],
    ['test("Notion", "not")', false],
    ['test("1a", "^\\\\d[a-z]$")', true],
    ['test(123, "2")', true],
    ['test(prop("No text"), "a")', false],
    ['test(prop("Text"), "")', true],
    ['test("a", "*")', badPattern]
  ],
  contains: [
    ['contains("Monkey D. Luffy", "Luffy")', true],
    ['"Monkey D. Luffy".contains("keyLuf")', false],
    ['contains("Luffy", "luffy")', false],
    ['contains("a.c", "a|c")', false],
    ['contains(true, "true")', true],
    ['contains("There are 10 members.", 10)', true],
    ['contains(prop("No text"), "a")', false],
    ['contains("a", prop("No text"))', true],
    ['contains(["lamp", "oil"], "amp")', true]
  ],
  repeat: [
    ['repeat("0", 4)', '0000'],
    ['repeat("ab", 1.9)', 'ab'],
    ['repeat("ab", -1)', ''],
    ['repeat("ab", prop("No number"))', ''],
    ['repeat(prop("No text"), 3)', ''],
    ['repeat(12, 2)', '1212'],
    ['repeat("a", "b")', { problem: 'it calculates with what is no number' }],
    ['length(repeat("a", 5000))', 1000],
    [
      '"a".repeat(1000).repeat(1000).repeat(1000)',
      { problem: 'it has a value that is out of range' }
    ]
  ],
  split: [
    ['split("apple,pear,orange", ",")', ['apple', 'pear', 'orange']],
    ['split("One Two Three")', ['One', 'Two', 'Three']],
    ['split(13214215, 2)', ['13', '14', '15']],
    ['split("ab", "")', ['a', 'b']],
    ['split("ab", "x")', ['ab']],
    ['split(prop("No text"), ",")', ['']]
  ]
}
