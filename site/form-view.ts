import type { CollectionView } from 'notion-types'

import { undashId } from './page-id.ts'

/** The workspace writes `form_editor`; `form` is what its public API calls the same view. */
const formTypes = new Set<string>(['form_editor', 'form'])

/** Whether a view is a form: a site shows the form itself, never what people sent in with it. */
export function isFormView({ type }: { type: string }): boolean {
  return formTypes.has(type)
}

/** The address in the workspace where a form can be filled in; `blockId` is the block that holds the view. */
export function formAddress(view: CollectionView, blockId: string): string {
  const { form_block_pointer: pointer }: { form_block_pointer?: { id?: unknown } | null } =
    view.format ?? {}
  const formId = pointer?.id
  return typeof formId === 'string'
    ? `https://www.notion.so/${undashId(formId)}`
    : `https://www.notion.so/${undashId(blockId)}?v=${undashId(view.id)}`
}
