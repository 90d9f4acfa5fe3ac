/** A node of a formula's syntax tree; Notion sends formulas 1.0 in this form. */
export type FormulaNode =
  | { type: 'constant'; value?: unknown; value_type?: string }
  | { type: 'symbol'; name: string }
  | { type: 'property'; id: string }
  | { type: 'function' | 'operator'; name: string; args?: FormulaNode[] }
  | { type: 'list'; items: FormulaNode[] }
