import { asset, attachment } from '../../support/sites/file-site.ts'
import { photograph } from '../../support/sites/picture-site.ts'
import {
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'

const source = attachment(50, 'map (1).png')

/** A page with a text, one with a picture, and one below that. */
export function smallWiki() {
  const pages = [
    pageBlock(10, 'Lamp', { content: [testId(30)] }),
    pageBlock(11, 'Map', { content: [testId(31), testId(12)] }),
    pageBlock(12, 'Cellar', { parent_id: testId(11), content: [testId(32)] })
  ]
  const blocks = [
    textBlock(30, 'It burns oil.', { parent_id: testId(10) }),
    record(31, { type: 'image', parent_id: testId(11), properties: { source: [[source]] } }),
    textBlock(32, 'It is dark.', { parent_id: testId(12) })
  ]
  return workspaceOf([testId(10), testId(11)], [...pages, ...blocks])
}

/** The picture of the wiki. */
export const assets = new Map([[source, asset(await photograph(1600, 900))]])
