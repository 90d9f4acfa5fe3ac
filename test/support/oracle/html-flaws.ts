import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  // Scripts and styles are same-origin files with a hash in their address, which needs no integrity attribute.
  rules: {
    'require-sri': ['error', { target: 'crossorigin' }],
    // Search results are grouped links, which `select` cannot contain.
    'prefer-native-element': ['error', { exclude: ['listbox'] }]
  }
})

/** Validation errors of a page, as `rule: message, source`. */
export async function flawsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, offset }) => {
      return `${ruleId}: ${message}, ${html.slice(offset, offset + 80)}`
    })
  )
}
