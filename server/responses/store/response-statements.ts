import type Database from 'better-sqlite3'

import type { ResponseRow } from './response-row.ts'

/** The request of a kept response. */
export interface Addressed {
  address: string
  /** JSON. */
  request: string
}

const withIds = 'id in (select value from json_each(?))'

/** The statements of the file of responses; its tables must exist. */
export function prepareAll(database: Database.Database) {
  return {
    ...stateStatements(database),
    ...responseStatements(database),
    ...keyStatements(database),
    ...staleStatements(database)
  }
}

function stateStatements(database: Database.Database) {
  return {
    settings: database.prepare<[], string>('select settings from state').pluck(),
    publication: database.prepare<[], string | null>('select publication from state').pluck(),
    enter: database.prepare<[string]>('update state set settings = ?, publication = null'),
    follow: database.prepare<[string]>('update state set publication = ?')
  }
}

function responseStatements(database: Database.Database) {
  return {
    read: database.prepare<[string], ResponseRow>(
      'select * from response join body on response_id = id where address = ?'
    ),
    insert: database.prepare(
      `insert into response (address, request, tag, headers, size, stale_since, made_at, expires_at, used_at, visits)
       values (:address, :request, :tag, :headers, :size, :stale_since, :made_at, :expires_at, :used_at, :visits)`
    ),
    insertBody: database.prepare('insert into body values (:id, :identity, :gzip, :br)'),
    remove: database.prepare<[string], { size: number; visits: number }>(
      'delete from response where address = ? returning size, visits'
    ),
    leastUsed: database
      .prepare<[], string>('select address from response order by used_at, id limit 1')
      .pluck(),
    all: database.prepare<[], Addressed>(
      'select address, request from response order by visits desc, id'
    ),
    addressed: database.prepare<[string], Addressed>(
      `select address, request from response where ${withIds} order by visits desc, id`
    ),
    visit: database.prepare<[number, number, string]>(
      'update response set visits = visits + ?, used_at = ? where address = ?'
    )
  }
}

function keyStatements(database: Database.Database) {
  return {
    insertKey: database.prepare('insert or ignore into made_of values (?, ?)'),
    insertKeys: database.prepare<[number | bigint, Buffer]>(
      'insert into made_of_many values (?, ?)'
    ),
    byKeys: database
      .prepare<[string], number>(
        'select distinct response_id from made_of where key in (select value from json_each(?))'
      )
      .pluck(),
    lists: database.prepare<[], { id: number; keys: Buffer }>(
      'select response_id as id, keys from made_of_many'
    )
  }
}

function staleStatements(database: Database.Database) {
  return {
    markStale: database.prepare<[number, string]>(
      `update response set stale_since = coalesce(stale_since, ?) where ${withIds}`
    ),
    markAllStale: database.prepare<[number]>(
      'update response set stale_since = ? where stale_since is null'
    ),
    // Options of a page that were requested only once.
    forgetVariants: database
      .prepare<[], string>(
        `select address from response
        where stale_since is not null and visits = 0 and instr(address, '?') > 0`
      )
      .pluck(),
    outdated: database.prepare<[], Addressed>(
      'select address, request from response where stale_since is not null order by visits desc, id'
    ),
    oldestStale: database
      .prepare<[], number | null>(
        'select min(stale_since) from response where stale_since is not null'
      )
      .pluck()
  }
}
