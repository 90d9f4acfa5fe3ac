export function loadModule(url: URL, onStale?: (source: string) => void): Promise<unknown>

/** The address by which a process or thread that this one starts loads a module as this one does. */
export function childModule(url: URL): string

/**
 * Identifies the build that runs; undefined while modules run from their sources, because the build
 * is missing or outdated.
 */
export function readBuildDigest(): string | undefined

/** Identifies the code of this process: by its build, or as its own, since sources change without a build. */
export function readCodeVersion(): string

/**
 * Whether the build runs and `site.config.ts` in the folder of fansite has changed since; false in an
 * installed package, which has none.
 */
export function isConfigChanged(): boolean

/** Whether modules run from the build, and if not, which source has changed since; undefined without a build. */
export function readBuildState(): { isCurrent: boolean; changed: string | undefined }
