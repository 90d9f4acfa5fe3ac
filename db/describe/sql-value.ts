/** A value of SQLite; integers are bigints, so that no digits are lost. */
export type SqlValue = null | number | bigint | string | Uint8Array
