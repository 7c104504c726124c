import { isObject, objectsIn, textIn, type Json } from './answer.ts';
import { link, marked, mention } from './messages-html.ts';
import { escapeHtml } from '#api/lib/html.ts';

/** A message as Slack would show it: its blocks, or its text where it has none. */
export function slackLook({ text, blocks }: Json): string {
  const shown = objectsIn(blocks);
  return shown.length > 0 ? shown.map(block).join('\n') : `<p class="lines">${markup(textIn(text))}</p>`;
}

function block({ type, text, fields, elements }: Json): string {
  switch (type) {
    case 'header':
      return `<h3>${textOf(text)}</h3>`;
    case 'section': {
      const cells = objectsIn(fields).map((one) => `<span>${textOf(one)}</span>`);
      return `${text ? `<p class="lines">${textOf(text)}</p>` : ''}${cells.length > 0 ? `<div class="pairs">${cells.join('')}</div>` : ''}`;
    }
    case 'actions': {
      const buttons = objectsIn(elements).map(({ text: label, url }) =>
        link(textIn(url), isObject(label) ? plain(textIn(label.text)) : '', 'button'),
      );
      return `<p class="buttons">${buttons.join(' ')}</p>`;
    }
    case 'context':
      return `<p class="small">${objectsIn(elements).map(textOf).join(' ')}</p>`;
    default:
      return '<hr>';
  }
}

function textOf(value: unknown): string {
  if (!isObject(value)) return '';
  const text = textIn(value.text);
  return value.type === 'mrkdwn' ? markup(text) : escapeHtml(plain(text));
}

/** Slack decodes these three and no more. */
function plain(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

const token = /<(https?:[^|>]+)(?:\|([^>]*))?>|<([!@#][^>]*)>|\*([^*\n]+)\*|&(?:lt|gt|amp);/g;

function markup(text: string): string {
  return marked(text, token, ([whole, url, label, called, bold]) => {
    if (url !== undefined) return link(plain(url), plain(label ?? url));
    if (called !== undefined) return mention(called);
    return bold === undefined ? escapeHtml(plain(whole)) : `<strong>${escapeHtml(plain(bold))}</strong>`;
  });
}
