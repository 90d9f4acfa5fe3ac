/** Elements with their attributes. The renderer escapes `<` and `>` in attributes. */
const elements = /<[a-z][^<>]*>/g
/** The start of an attribute whose value is a path of the site. */
const paths = /( (?:href|src|action|poster|data-document|data-rows)=")\/(?!\/)/g
const lists = / (?:srcset|imagesrcset)="[^"]*"/gi
/** The start of a path of the site in such a list. */
const listed = /("|, )\/(?!\/)/g

/**
 * Adds the base path of the site to the addresses in HTML that React has rendered, where components
 * write paths of the site. Text cannot be mistaken for an attribute, because its markup is escaped.
 */
export function addBasePath(html: string, basePath: string): string {
  if (basePath === '') return html
  const start = `$1${basePath}/`
  return html.replaceAll(elements, (element) =>
    element
      .replaceAll(paths, start)
      .replaceAll(lists, (attribute) => attribute.replaceAll(listed, start))
  )
}
