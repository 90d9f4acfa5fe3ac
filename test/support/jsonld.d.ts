/** The package has no types; only what the tests use of it. */
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
