import { expect } from 'vitest'

import type { Cases } from '../calculate.ts'

const badPattern = { problem: expect.stringMatching(/^its regular expression cannot be used/) }
const noNumber = { problem: 'it calculates with a value that is not a number' }
const noWhole = { problem: 'it counts with a number that is not whole' }
const noFiller = { problem: 'it pads with an empty text' }
const noPerson = { problem: 'it takes the name of a value that is not one person' }
const tooEarly = {
  problem: 'it takes a part of a text with a negative start, or an end before the start'
}

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
  match: [
    ['match("Notion Notion", "Not")', ['Not', 'Not']],
    ['"Notion 123 Notion 456".match("\\\\d+")', ['123', '456']],
    ['match("a1b2", "([a-z])([0-9])")', ['a1', 'b2']],
    ['match("Notion", "not")', []],
    ['match(-1.5, "[0-9]")', ['1', '5']],
    ['match(prop("No text"), "a")', []],
    ['match("a", "*")', badPattern],
    [`match("${'a'.repeat(40)}!", "^(a+)+$")`, badPattern]
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
    ['repeat("a", "b")', noNumber],
    ['length(repeat("a", 5000))', 1000],
    [
      '"a".repeat(1000).repeat(1000).repeat(1000)',
      { problem: 'it has a value that is out of range' }
    ]
  ],
  padStart: [
    ['padStart("A", 3, ".")', '..A'],
    ['padStart(123, 5, 0)', '00123'],
    ['"A".padStart(4, "xy")', 'xyxA'],
    ['padStart("lamp", 3, ".")', 'lamp'],
    ['padStart("lamp", 4, "")', 'lamp'],
    ['padStart("A", -1, ".")', 'A'],
    ['padStart("A", prop("No number"), ".")', 'A'],
    ['padStart(prop("No text"), 2, ".")', '..'],
    ['padStart("A", 3, prop("No text"))', noFiller],
    ['padStart("A", 3)', noFiller],
    ['padStart("A", 2.5, ".")', noWhole],
    ['padStart("A", "b", ".")', noNumber],
    ['padStart("A", 1 / 0, ".")', noWhole],
    ['length(padStart("a", 5000, "b"))', 1000],
    ['length(padStart("a", 1e300, "b"))', 1000]
  ],
  padEnd: [
    ['padEnd("A", 3, ".")', 'A..'],
    ['padEnd(123, 5, 0)', '12300'],
    ['"A".padEnd(4, "xy")', 'Axyx'],
    ['padEnd("lamp", 3, ".")', 'lamp'],
    ['padEnd("A", 3)', noFiller],
    ['length(padEnd("a", 5000, "b"))', 1000]
  ],
  substring: [
    ['substring("Notion", 0, 3)', 'Not'],
    ['"Notion".substring(3)', 'ion'],
    ['substring("Notion", 2, 2)', ''],
    ['substring("Notion", 4, 99)', 'on'],
    ['substring("Notion", 99)', ''],
    ['substring(1234, 1, 3)', '23'],
    ['substring("Notion", prop("No number"), 2)', 'No'],
    ['substring(prop("No text"), 0, 2)', ''],
    ['substring("Notion", -2)', tooEarly],
    ['substring("Notion", 3, 1)', tooEarly],
    ['substring("Notion", 0, -1)', tooEarly],
    ['substring("Notion", 1.5)', noWhole],
    ['substring("Notion", 0, 1.5)', noWhole],
    ['substring("Notion", "a")', noNumber]
  ],
  style: [
    ['style("Wick", "b", "u", "blue")', 'Wick'],
    ['prop("Number").style("gray_background")', '7'],
    ['style(prop("No text"), "b")', '']
  ],
  unstyle: [
    ['unstyle("Wick")', 'Wick'],
    ['style("Wick", "b").unstyle("b")', 'Wick'],
    ['unstyle(prop("No text"))', '']
  ],
  link: [
    ['link("Wick", "https://example.com")', 'Wick'],
    ['prop("Text").link("mailto:" + prop("Text"))', 'Wick'],
    ['link(prop("No text"), "https://example.com")', '']
  ],
  name: [
    ['name("Ada")', 'Ada'],
    ['name(["Ada"])', 'Ada'],
    ['prop("Tags").map(current.name())', ['b', 'a', 'b']],
    ['name(prop("No tags"))', null],
    ['name(prop("No text"))', null],
    ['name(prop("Tags"))', noPerson],
    ['name(7)', noPerson]
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
