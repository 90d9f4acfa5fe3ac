/** The types that the site supports, by kind. */
export const knownTypes = {
  block:
    words(`page text header sub_header sub_sub_header header_4 bulleted_list numbered_list to_do
    toggle quote callout divider column_list column code equation image video audio file pdf bookmark
    embed figma maps typeform codepen excalidraw gist replit miro drive tweet table table_row
    table_of_contents breadcrumb transclusion_container transclusion_reference alias tab button
    external_object_instance link_preview collection_view collection_view_page form transcription`),
  inline: words(`b i _ s c h a p u d e lm ce eoi m sr`),
  property: words(`title text number select status multi_select date checkbox url email phone_number
    person file relation rollup formula created_time created_by last_edited_time last_edited_by
    auto_increment_id verification place button`),
  view: words('table list gallery board calendar timeline chart map feed form dashboard')
}

export type Kind = keyof typeof knownTypes

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
