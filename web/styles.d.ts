/** Style sheets are imported for their side effect; the build extracts them into files. */
declare module '*.css'
