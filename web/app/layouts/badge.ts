/** Icon size in pixels while it shows a number. Browsers scale it down. */
const size = 64;

/** The original icon, and what is written on it now. */
let own: { link: HTMLLinkElement; href: string; type: string; text?: string } | undefined;
let wanted = 0;

/**
 * Shows a number on the icon of the tab and of an installed app. 0 removes it. Browsers that support neither keep the
 * icon.
 */
export async function showBadge(count: number): Promise<void> {
  wanted = count;
  const badging = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;
  await (count > 0 ? badging.setAppBadge?.(count) : badging.clearAppBadge?.())?.catch(() => undefined);
  if (count === 0) return restore();
  const link = own?.link ?? document.querySelector<HTMLLinkElement>('link[rel~="icon"]');
  if (!link) return;
  own ??= { link, href: link.href, type: link.type };
  const text = count > 99 ? '99+' : String(count);
  if (own.text === text) return;
  const drawn = await draw(own.href, text).catch(() => undefined);
  // The number may have changed while the icon loaded.
  if (!drawn || wanted !== count) return;
  own.text = text;
  link.type = 'image/png';
  link.href = drawn;
}

function restore(): void {
  if (!own) return;
  own.link.type = own.type;
  own.link.href = own.href;
  own = undefined;
}

async function draw(href: string, text: string): Promise<string | undefined> {
  const icon = new Image();
  icon.src = href;
  await icon.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.drawImage(icon, 0, 0, size, size);
  const height = 36;
  const width = text.length > 2 ? 58 : text.length > 1 ? 46 : height;
  pen.fillStyle = '#dc2626';
  pen.beginPath();
  pen.roundRect(size - width, size - height, width, height, height / 2);
  pen.fill();
  pen.fillStyle = '#ffffff';
  pen.font = '700 30px Geist, system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, size - width / 2, size - height / 2 + 2);
  return canvas.toDataURL('image/png');
}
