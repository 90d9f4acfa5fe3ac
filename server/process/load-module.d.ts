export function loadModule(url: URL, onStale?: (source: string) => void): Promise<unknown>

/**
 * Identifies the build that runs; undefined while modules run from their sources, because the build
 * is missing or outdated.
 */
export function readBuildDigest(): string | undefined
