// What the tests use of packages that bring no types.

declare module 'jsonld' {
  const jsonld: { expand(document: object): Promise<object[]> };
  export default jsonld;
}

declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string);
    readonly window: { readonly document: Document };
  }
}
