import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** What someone who writes a page by hand would give it. The fonts are those of the site, from where it has them. */
const style = `
:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0 auto;max-width:64rem;padding:1rem;font:16px/1.5 Geist,system-ui,sans-serif;color:#0f172a;background:#f8fafc}
h1{font-size:2.5rem;line-height:1.15;margin:2rem 0 1rem}h2{font-size:1.75rem;margin:3rem 0 1rem}
img{max-width:100%;height:auto;display:block}a{color:#1d4ed8}ul{padding-left:1.25rem}
header,footer{display:flex;flex-wrap:wrap;gap:1rem}label{display:block}input,textarea{display:block;width:100%;font:inherit}
@media(prefers-color-scheme:dark){body{color:#e5ecf6;background:#0b1120}a{color:#60a5fa}}`;

/** Tags that carry content, with the attributes that they need for it. */
const kept = new Set(
  'header main footer nav section h1 h2 h3 p ul ol li dl dt dd a b strong em button label input textarea form picture source img table thead tbody tr th td figure figcaption'.split(
    ' ',
  ),
);
const needed =
  /\s(href|src|srcset|sizes|media|type|alt|width|height|id|for|name|rows|aria-label|loading|fetchpriority|scope)="[^"]*"/gi;

/** Static pages with the content of the site's: what it says and shows, without its look and its program. */
export async function startYardstick(site: string): Promise<{ url: string; close(): void }> {
  const answerTo = async ({ url = '/', headers }: IncomingMessage, response: ServerResponse) => {
    const wantsPage = (headers.accept ?? '').includes('text/html');
    const answer = await fetch(site + url);
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    const body =
      wantsPage && type.startsWith('text/html') ? handWritten(await answer.text()) : await answer.bytes();
    const isText = /^text|svg|json/.test(type);
    response.writeHead(answer.status, {
      'content-type': type,
      ...(isText && { 'content-encoding': 'gzip' }),
      'cache-control': answer.headers.get('cache-control') ?? 'no-cache',
    });
    response.end(isText ? gzipSync(body) : body);
  };
  const server = createServer((request, response) => void answerTo(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

function handWritten(html: string): string {
  const find = (pattern: RegExp) => pattern.exec(html)?.[0] ?? '';
  const fonts = [...html.matchAll(/@font-face\{[^}]*\}/g)].map(([face]) => face).join('');
  const content = (/<div id="root">(.*)<\/div><script/s.exec(html)?.[1] ?? '')
    .replace(/<(svg|style|script)\b.*?<\/\1>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(\/?)([a-z0-9]+)([^>]*)>/gi, (_, slash: string, tag: string, attributes: string) =>
      kept.has(tag) ? `<${slash}${tag}${(attributes.match(needed) ?? []).join('')}>` : '',
    );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    find(/<title>.*?<\/title>/),
    find(/<meta name="description"[^>]*>/),
    `<style>${fonts}${style}</style></head><body>${content}</body></html>`,
  ].join('');
}
