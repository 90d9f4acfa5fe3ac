import type { Block, CollectionView } from 'notion-types'

import { ids } from '../blocks/block-references.ts'
import { undashId } from '../blocks/notion-id.ts'

/** The workspace writes `form_editor`; `form` is what its public API calls the same view. */
const formTypes = new Set<string>(['form_editor', 'form'])

/** Whether a view is a form: a site shows the form itself, never what people sent in with it. */
export function isFormView({ type }: { type: string }): boolean {
  return formTypes.has(type)
}

/** The block that holds the title and the description of a form; undefined for any other view. */
export function formBlockId(view: CollectionView): string | undefined {
  const { form_block_pointer: pointer }: { form_block_pointer?: { id?: unknown } | null } =
    view.format ?? {}
  return isFormView(view) ? ids([pointer?.id])[0] : undefined
}

/** What a form block says that its form is about; may be anything. */
export function formDescription(form: Block | undefined): unknown {
  const { form_config: config }: { form_config?: { description?: unknown } | null } =
    form?.format ?? {}
  return config?.description
}

/** The address in the workspace where a form can be filled in; `blockId` is the block that holds the view. */
export function formAddress(view: CollectionView, blockId: string): string {
  const formId = formBlockId(view)
  return formId === undefined
    ? `https://www.notion.so/${undashId(blockId)}?v=${undashId(view.id)}`
    : `https://www.notion.so/${undashId(formId)}`
}
