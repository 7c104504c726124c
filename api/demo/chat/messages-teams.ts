import { escapeHtml } from '#api/lib/html.ts';
import { isObject, objectsIn, textIn, type Json } from './answer.ts';
import { link, markdown } from './messages-html.ts';

const tones = ['good', 'warning', 'attention', 'accent'];

/** An Adaptive Card as Teams would show it. */
export function teamsLook({ attachments }: Json): string {
  const card = objectsIn(attachments)[0]?.content;
  if (!isObject(card)) return '';
  const buttons = objectsIn(card.actions).map(({ title, url }) => link(textIn(url), textIn(title), 'button'));
  return `${objectsIn(card.body).map(element).join('\n')}
<p class="buttons">${buttons.join(' ')}</p>`;
}

function element({ type, text, size, color, facts }: Json): string {
  if (type === 'FactSet') {
    const rows = objectsIn(facts).map(
      ({ title, value }) =>
        `<span><strong>${escapeHtml(textIn(title))}</strong></span><span>${markdown(textIn(value))}</span>`,
    );
    return `<div class="pairs">${rows.join('')}</div>`;
  }
  const tone = tones.includes(textIn(color)) ? ` ${textIn(color)}` : '';
  if (size === 'Large') return `<h3 class="${tone.trim()}">${markdown(textIn(text))}</h3>`;
  return `<p class="${size === 'Small' ? 'small' : ''}${tone}">${markdown(textIn(text))}</p>`;
}
