/**
 * The path of the site on its host, without a slash at its end; empty for the root. Taken from the
 * address of this script, which the site serves below `/_assets/`.
 */
export const basePath = /^(.*?)\/_assets\//.exec(new URL(import.meta.url).pathname)?.[1] ?? ''
