/** JSON that may stand inside a script element: nothing in it ends the element or begins a comment. */
export const asJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A style sheet that may stand inside a style element: what would end it is written as CSS writes signs. */
export const asCss = (sheet: string): string => sheet.replace(/<(?=[/!])/g, '\\3c ');
