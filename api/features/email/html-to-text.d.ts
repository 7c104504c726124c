// The package has no types of its own. These are those of its options that are used here.
declare module 'html-to-text' {
  interface Selector {
    selector: string;
    format?: string;
    options?: Record<string, unknown>;
  }
  export function convert(
    html: string,
    options?: { wordwrap?: number | false; selectors?: Selector[] },
  ): string;
}
