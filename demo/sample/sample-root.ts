/**
 * The root page of the sample workspace. In its own file because the sample takes a while to load.
 */
export const SAMPLE_ROOT_PAGE_ID = '10a7e12a-0000-4000-8000-000000000001'
