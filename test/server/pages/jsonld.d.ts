/** The package has no types; this declares only what the tests use. */
declare module 'jsonld' {
  type Loader = (url: string) => Promise<{ document: object; documentUrl: string }>
  const jsonld: {
    expand(
      document: object,
      options: { documentLoader: Loader }
    ): Promise<Record<string, unknown>[]>
  }
  export default jsonld
}
