/** The page the sample workspace starts from. Apart from the sample itself, which takes a while to load. */
export const SAMPLE_ROOT_PAGE_ID = '10a7e12a-0000-4000-8000-000000000001'
