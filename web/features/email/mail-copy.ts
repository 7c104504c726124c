/** What a mail of ours is made of. Anything else is shown by its text alone. */
const shown = new Set(
  [
    ['h1', 'h2', 'h3', 'h4', 'p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'code'],
    ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup'],
    ['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ].flat(),
);

/** Never shown, with all they hold. */
const hidden = new Set(['script', 'style', 'title', 'iframe', 'object', 'template']);

/**
 * The body of a mail as nodes that do nothing: no link leads anywhere, no image is fetched, and nothing runs. The policy
 * of the page lets no document of another kind in, so the mail is copied tag by tag, with its looks.
 */
export function copyOfMail(html: string): DocumentFragment {
  const mail = new DOMParser().parseFromString(html.replace(tags, renamed), 'text/html');
  const copy = document.createDocumentFragment();
  mail.body.childNodes.forEach((node) => copyInto(copy, node));
  return copy;
}

const tags = /<[a-z][^<>]*>/gi;

/** Already reading an attribute of style is against the policy of the page, so it is read under another name. */
const renamed = (tag: string): string => tag.replace(/\sstyle=/gi, ' data-style=');

function copyInto(place: Node, node: Node): void {
  if (node.nodeType === Node.TEXT_NODE) {
    place.appendChild(document.createTextNode(node.textContent ?? ''));
    return;
  }
  if (!(node instanceof Element)) return;
  const tag = node.tagName.toLowerCase();
  if (hidden.has(tag)) return;
  if (tag === 'img') {
    const words = node.getAttribute('alt') || 'Image';
    place.appendChild(document.createTextNode(`[${words}]`));
    return;
  }
  const copied = shown.has(tag) ? document.createElement(tag) : undefined;
  if (copied) {
    // Set by script, which the policy allows; an attribute of the mail it would not.
    copied.style.cssText = node.getAttribute('data-style') ?? '';
    for (const name of ['colspan', 'rowspan', 'cellpadding', 'cellspacing', 'width', 'align']) {
      const value = node.getAttribute(name);
      if (value !== null) copied.setAttribute(name, value);
    }
    const address = tag === 'a' ? node.getAttribute('href') : null;
    if (address) copied.title = address;
    if (address) copied.style.textDecoration ||= 'underline';
    place.appendChild(copied);
  }
  node.childNodes.forEach((child) => copyInto(copied ?? place, child));
}
