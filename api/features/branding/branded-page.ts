import { escapeHtml } from '#api/lib/html.ts';

/** What a page says of the product. */
interface Branding {
  platformName: string;
  supportEmail?: string | null;
  logoUrl?: string | null;
  faviconUrl?: string | null;
  footerText: string;
}

/** What the product is called in the page as it was built. */
const builtName = 'Netlantern';

/**
 * The page of the product with its name, its icon and its colours in place before anything runs, and the same for its
 * scripts to read (`#platform`). `style`: of `brandStyle`. Custom CSS is not here: signed-in pages never have any.
 */
export function brandedPage(page: string, branding: Branding, style: string): string {
  const { platformName, faviconUrl } = branding;
  const head = `<style id="brand">${style}</style>${platformData(branding)}`;
  const named = page.replaceAll(builtName, () => escapeHtml(platformName));
  const icon = faviconUrl && `<link rel="icon" href="${escapeHtml(faviconUrl)}" />`;
  return (icon ? named.replace(/<link\s+rel="icon"[^>]*>/, () => icon) : named).replace(
    // Ahead of what runs, so that nothing is painted in other colours.
    /<script|<\/head>/,
    (found) => `${head}${found}`,
  );
}

/** What scripts of a page know the product by. No script is made of it: `<` cannot end its element. */
export function platformData(branding: Branding): string {
  const { platformName, supportEmail = null, logoUrl = null, footerText } = branding;
  const data = JSON.stringify({ platformName, supportEmail, logoUrl, footerText });
  return `<script type="application/json" id="platform">${data.replaceAll('<', String.raw`\u003c`)}</script>`;
}
