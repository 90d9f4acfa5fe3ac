import { expect, test } from 'vitest'

import { withoutPrivateFields } from '../../../../cli/sync/staging/private-fields.ts'

// Written out: the canaries are made of the lists themselves, so they do not miss what these lack.

test.each([
  ['S3', 'X-Amz-Credential=canary&X-Amz-Date=20260101T000000Z'],
  ['S3', 'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=canary'],
  ['S3', 'X-Amz-Security-Token=canary'],
  ['Google', 'X-Goog-Credential=canary&X-Goog-Expires=600'],
  ['Google', 'X-Goog-Signature=canary'],
  ['Google', 'X-Goog-Security-Token=canary'],
  ['CloudFront', 'Expires=1760000000&Signature=canary&Key-Pair-Id=canary'],
  ['Notion', 'table=block&expirationTimestamp=canary'],
  ['Azure', 'sv=2025-01-05&sig=canary'],
  ['CloudFront', "as=attachment;name*=UTF-8''a(1).png&Signature=canary"],
  ['Notion', 'expirationTimestamp=1&signature=canary&downloadName=a%20(1).png'],
  ['S3, copied from HTML', 'a=1&amp;X-Amz-Signature=canary']
])('a signed address of %s with %s is stored without it', (_store, query) => {
  const address = `https://files.example.org/a.png?${query}`
  const stored = withoutPrivateFields({ properties: { source: [[address]] } })
  expect(stored).toEqual({ properties: { source: [['https://files.example.org/a.png']] } })
})

test.each([
  ['(see https://a.example/?sig=canary).', '(see https://a.example/).'],
  ["'https://a.example/?n='1'&sig=canary&n=(2'", "'https://a.example/'"],
  ['(https://a.example/?n=(1)&sig=canary&n=2)', '(https://a.example/)'],
  [
    "/image/https%3A%2F%2Fa%3Fn%3D'1'%26sig%3Dcanary%26n%3D'2?id=1",
    "/image/https%3A%2F%2Fa'2?id=1"
  ],
  ["it's (a?b) and (c&sig=1)", "it's (a?b) and (c&sig=1)"]
])('the text %s is stored without signatures', (text, stored) => {
  expect(withoutPrivateFields(text)).toBe(stored)
})

test.each([
  'permissions',
  'discussions',
  'email',
  'automation_headers',
  'headers',
  'authorization',
  'credentials',
  'secret',
  'secrets',
  'client_secret',
  'token',
  'access_token',
  'api_key',
  'password',
  'crdt_data',
  'crdt_format_version'
])('a record is stored without its field "%s", at any depth', (field) => {
  const record = {
    id: 'a',
    [field]: 'canary',
    format: { list: [{ [field]: ['canary'], kept: 1 }] }
  }
  expect(withoutPrivateFields(record)).toEqual({ id: 'a', format: { list: [{ kept: 1 }] } })
})

test.each(['properties', 'schema'])(
  'a property whose id equals a private field stays among the %s',
  (key) => {
    const record = { [key]: { token: { name: 'Token', secret: 'canary' } } }
    expect(withoutPrivateFields(record)).toEqual({ [key]: { token: { name: 'Token' } } })
  }
)
