/** A formula as a tree; one of the first kind is as the workspace sends it. */
export type FormulaNode =
  | { type: 'constant'; value?: unknown; value_type?: string }
  | { type: 'symbol'; name: string }
  | { type: 'property'; id: string }
  | { type: 'function' | 'operator'; name: string; args?: FormulaNode[] }
  | { type: 'list'; items: FormulaNode[] }
