/** Where a site is read: from its server, or from a folder of files that `fansite build` has written. */
export type Hosting = 'server' | 'static'
