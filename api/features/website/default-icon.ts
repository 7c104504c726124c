import { readFileSync } from 'node:fs';

/** The mark of the product (`web/public/mark.svg`) at 16, 32 and 48 pixels, for a site without an icon of its own. */
export const defaultIcon = readFileSync(new URL('default-icon.ico', import.meta.url));
