import { escapeHtml } from '#api/lib/html.ts';
import { isObject, objectsIn, textIn, type Json } from './answer.ts';
import { link, markdown } from './messages-html.ts';

/** A message as Discord would show it. A bar's colour is an attribute of a picture: style attributes are not let in. */
export function discordLook({ content, embeds }: Json): string {
  const said = textIn(content) && `<p>${markdown(textIn(content), true)}</p>`;
  return [said, ...objectsIn(embeds).map(embed)].join('\n');
}

function embed({ title, url, color, description, fields, footer }: Json): string {
  const heading = url ? link(textIn(url), unescaped(textIn(title))) : markdown(textIn(title), true);
  const cells = objectsIn(fields).map(
    ({ name, value }) =>
      `<span><strong>${escapeHtml(textIn(name))}</strong><br>${markdown(textIn(value), true)}</span>`,
  );
  const hex = `#${Number(color ?? 0)
    .toString(16)
    .padStart(6, '0')}`;
  return `<div class="embed">
<svg class="bar" width="4" height="100%" aria-hidden="true"><rect width="4" height="100%" fill="${escapeHtml(hex)}"/></svg>
<div>
<h3>${heading}</h3>
<p class="lines">${markdown(textIn(description), true)}</p>
${cells.length > 0 ? `<div class="grid">${cells.join('')}</div>` : ''}
<p class="small">${escapeHtml(isObject(footer) ? textIn(footer.text) : '')}</p>
</div>
</div>`;
}

function unescaped(text: string): string {
  return text.replace(/\\([^0-9A-Za-z\s])/g, '$1');
}
