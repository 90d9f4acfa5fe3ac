/** The end of an error message about a page that the workspace does not show: what to check. */
export const accessRemedy =
  'the page is not shared to the web, or a token is needed: check rootNotionPageId, and publish the page in Notion (Share > Publish), or set NOTION_TOKEN to the value of the cookie "token_v2" of a browser that is signed in to Notion (docs/private-workspaces.md shows where to find it)'
