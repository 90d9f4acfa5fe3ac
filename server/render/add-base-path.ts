/** Elements with their attributes. The renderer escapes `<` and `>` in attributes. */
const elements = /<[a-z][^<>]*>/g
/** Attributes whose value is an address or, for images, a list of addresses. */
const addressAttributes =
  /( (?:href|src|srcset|imagesrcset|action|poster|data-document)=")((?:\/|[^"]*, \/)[^"]*)/gi
/** A path of the site, at the start of a value or of a candidate of a `srcset`. */
const paths = /(^|, )\/(?!\/)/g

/**
 * Adds the base path of the site to the addresses in HTML that React has rendered, where components
 * write paths of the site. Text cannot be mistaken for an attribute, because its markup is escaped.
 */
export function addBasePath(html: string, basePath: string): string {
  if (basePath === '') return html
  return html.replaceAll(elements, (element) =>
    element.replaceAll(
      addressAttributes,
      (_all, name: string, value: string) =>
        name + value.replaceAll(paths, (_path, before: string) => `${before}${basePath}/`)
    )
  )
}
