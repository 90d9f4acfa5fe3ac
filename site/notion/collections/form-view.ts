import type { Block, CollectionView } from 'notion-types'

import { ids } from '../blocks/block-references.ts'
import { undashId } from '../blocks/notion-id.ts'

/** Records contain `form_editor`; Notion's public API calls the same view `form`. */
const formTypes = new Set<string>(['form_editor', 'form'])

/** Whether a view is a form. The site shows the form itself, never the submitted answers. */
export function isFormView({ type }: { type: string }): boolean {
  return formTypes.has(type)
}

/** The block with the form's title and description; undefined for any other view. */
export function formBlockId(view: CollectionView): string | undefined {
  const { form_block_pointer: pointer }: { form_block_pointer?: { id?: unknown } | null } =
    view.format ?? {}
  return isFormView(view) ? ids([pointer?.id])[0] : undefined
}

/** The description in a form block; may be of any type. */
export function formDescription(form: Block | undefined): unknown {
  const { form_config: config }: { form_config?: { description?: unknown } | null } =
    form?.format ?? {}
  return config?.description
}

/**
 * The workspace URL where a form can be filled in; `blockId` is the block that contains the view.
 */
export function formAddress(view: CollectionView, blockId: string): string {
  const formId = formBlockId(view)
  return formId === undefined
    ? `https://www.notion.so/${undashId(blockId)}?v=${undashId(view.id)}`
    : `https://www.notion.so/${undashId(formId)}`
}
