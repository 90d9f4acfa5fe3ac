/**
 * TeX between dollar signs. A dollar sign in it must not end the math, and a `<` must not begin an HTML
 * tag where a reader of Markdown knows no math; TeX ignores the added space.
 */
export function mathSource(tex: string): string {
  return tex
    .replaceAll(/(?<!\\)((?:\\\\)*)\$/g, String.raw`$1\$`)
    .replaceAll(/<(?=[a-z/!?])/gi, '< ')
}
