import { basePath } from '../base-path.ts'

/** Whether the site is a folder of files, so that no server answers. */
export const isFolder = document.documentElement.dataset['hosting'] === 'static'

/**
 * The address of the page with a path of the site. In a folder it has a slash at its end, without
 * which file servers redirect.
 */
function pageAddress(path: string): string {
  return basePath + path + (isFolder && path !== '/' ? '/' : '')
}

/** A found page with the addresses of itself and of its icon, in place of their paths. */
export function withAddresses<Hit extends { path: string; icon: string | null }>(hit: Hit): Hit {
  const icon = hit.icon?.startsWith('/') ? basePath + hit.icon : hit.icon
  return { ...hit, path: pageAddress(hit.path), icon }
}
