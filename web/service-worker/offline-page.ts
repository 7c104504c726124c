import { formatDateTime, formatRelativeTime, formatTime } from '#web/lib/format.ts';
import type { LastKnown } from '#web/lib/last-known.ts';

interface Given {
  known: LastKnown | undefined;
  now: Date;
  /** Whether it takes the place of a wall, where no one is signed in and no one is there. */
  isWall?: boolean;
  /** Whether the device has a network, so that the server is what can't be reached. */
  hasNetwork: boolean;
  /** Address of an icon that is there without a connection. */
  icon: string;
  /** Nonce of its script and its style. */
  nonce: string;
}

/** The page shown instead of the app while the server can't be reached: what was last known, and since when. */
export function offlinePage({ known, now, isWall = false, hasNetwork, icon, nonce }: Given): string {
  const name = known?.platformName ?? 'Netlantern';
  const title = isWall ? 'Not live' : hasNetwork ? `We can’t reach ${name}` : 'You’re offline';
  const words = isWall
    ? `We can’t reach ${name}. The wall comes back by itself once we can.`
    : `${sinceWords(known, now)} This page reloads when the connection is back.`;
  const theme = isWall
    ? ' class="dark wall"'
    : known?.theme === 'dark' || known?.theme === 'light'
      ? ` class="${known.theme}"`
      : '';
  return `<!doctype html>
<html lang="en"${theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} · ${escape(name)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<header><img src="${icon}" width="40" height="40" alt=""><span>${escape(name)}</span></header>
<h1>${escape(title)}</h1>
<p>${escape(words)}</p>
<p><button type="button" id="again">Try again</button></p>
${known && !isWall ? lastKnown(known, now) : ''}
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`;
}

function sinceWords(known: LastKnown | undefined, now: Date): string {
  if (!known) return 'No alerts are stored on this device.';
  const at = new Date(known.at);
  return `Last connected ${momentOf(at, now, known.locale)} (${formatRelativeTime(at, now)}).`;
}

const momentOf = (at: Date, now: Date, locale?: string): string =>
  at.toDateString() === now.toDateString() ? formatTime(at, locale) : formatDateTime(at, locale);

function lastKnown({ open, alerts, teamName, at, locale }: LastKnown, now: Date): string {
  const count = open === 0 ? 'No open alerts' : open === 1 ? '1 open alert' : `${open} open alerts`;
  const more = open - alerts.length;
  return `<section aria-labelledby="known">
<h2 id="known">${count} at ${escape(momentOf(new Date(at), now, locale))}</h2>
<p class="muted">${escape(teamName)}. Alerts may have opened or ended since.</p>
${alerts.length > 0 ? `<ul>${alerts.map(row).join('')}</ul>` : ''}
${alerts.length > 0 && more > 0 ? `<p class="muted">and ${more} more</p>` : ''}
</section>`;
}

const severityWords = { critical: 'Critical', error: 'Error', warning: 'Warning', info: 'Info' } as const;
const shapes = { critical: '▲', error: '◆', warning: '●', info: '○' } as const;

const row = ({ severity, message }: LastKnown['alerts'][number]): string =>
  `<li><p class="${severity}"><span aria-hidden="true">${shapes[severity]}</span> ${severityWords[severity]}</p><p>${escape(message)}</p></li>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character]!);

/** Asks a file of the server now and then, because a device can have a network without reaching it. */
const script = `
const again = () => location.reload();
document.getElementById('again').addEventListener('click', again);
addEventListener('online', again);
setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch('/mark.svg', { cache: 'no-store' });
    if (answer.ok) again();
  } catch {}
}, 15000);
`;

/** The colors of the app's theme. */
const style = `
:root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; overflow-wrap: anywhere }
.light { color-scheme: light }
.dark { color-scheme: dark }
* { box-sizing: border-box; margin: 0; padding: 0 }
body { background: light-dark(#f8fafc, #0b1120); color: light-dark(#0f172a, #e5ecf6) }
main { max-width: 40rem; margin: 0 auto; padding: max(24px, env(safe-area-inset-top)) 16px 48px; display: grid; gap: 16px }
header { display: flex; align-items: center; gap: 12px; font-weight: 600 }
img { border-radius: 8px }
h1 { font-size: 20px; line-height: 28px; font-weight: 600 }
h2 { font-size: 16px; line-height: 24px; font-weight: 600 }
.wall { font-size: max(14px, 2.6vmin); line-height: 1.5 }
.wall h1 { font-size: max(20px, 6vmin); line-height: 1.2 }
.wall main { min-height: 100vh; align-content: center; text-align: center; justify-items: center }
button { min-height: 44px; padding: 0 16px; border: 1px solid light-dark(#94a3b8, #475569); border-radius: 6px; background: light-dark(#fff, #111a2e); color: inherit; font: inherit; font-weight: 500 }
button:focus-visible { outline: 2px solid light-dark(#2563eb, #60a5fa); outline-offset: 2px }
section { display: grid; gap: 8px; padding: 16px; border: 1px solid light-dark(#e2e8f0, #22304a); border-radius: 8px; background: light-dark(#fff, #111a2e) }
ul { list-style: none }
li { padding: 8px 0; border-top: 1px solid light-dark(#e2e8f0, #22304a) }
.muted { color: light-dark(#475569, #94a3b8) }
li p:first-child { font-weight: 500 }
.critical { color: light-dark(#dc2626, #f87171) }
.error { color: light-dark(#c2410c, #fb923c) }
.warning { color: light-dark(#b45309, #fbbf24) }
.info { color: light-dark(#0369a1, #38bdf8) }
`;
