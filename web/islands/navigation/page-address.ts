import { basePath } from '../base-path.ts'

/** Whether the site is a folder of files, so that no server answers. */
export const isFolder = document.documentElement.dataset['hosting'] === 'static'

/**
 * The address of the page with a path of the site. In a folder it has a slash at its end, without which file
 * servers redirect.
 */
export function pageAddress(path: string): string {
  return basePath + path + (isFolder && path !== '/' ? '/' : '')
}
