// The pictures of the site: files that are sent as they are chosen.
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { content, openWebsite, stands } from './samples.tsx';

/** What the server was sent, and what it answers. */
const sent: { address: string; form: FormData }[] = [];
const reply = { status: 200, text: '' };

class Request extends EventTarget {
  upload = new EventTarget();
  status = 0;
  responseText = '';
  #address = '';
  open(_method: string, address: string) {
    this.#address = address;
  }
  setRequestHeader() {}
  abort() {}
  send(form: FormData) {
    sent.push({ address: this.#address, form });
    Object.assign(this, { status: reply.status, responseText: reply.text });
    queueMicrotask(() => this.dispatchEvent(new Event('load')));
  }
}

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('XMLHttpRequest', Request);
});
afterEach(() => vi.unstubAllGlobals());

async function open() {
  const { user } = openWebsite();
  const favicon = await screen.findByLabelText<HTMLInputElement>(/for Favicon$/);
  return { user, favicon, logo: screen.getByLabelText<HTMLInputElement>(/for Logo$/) };
}
const icon = new File(['icon'], 'site.ico', { type: 'image/x-icon' });

describe('The images of the site', () => {
  test('can be any image for the logo, and only an .ico for the favicon', async () => {
    const { logo, favicon } = await open();
    expect(logo.accept).toBe('image/*');
    expect(favicon.accept.split(',')[0]).toBe('.ico');
    expect(favicon).toHaveAccessibleDescription(/16x16 or 32x32 recommended\. Served at \/favicon\.ico/);
  });

  test('are uploaded immediately by the documented call, and confirmed', async () => {
    const { user, favicon } = await open();
    const faviconUrl = '/uploads/site.ico';
    Object.assign(reply, { status: 200, text: JSON.stringify({ url: faviconUrl, width: 32, height: 32 }) });
    stands({ siteBranding: { ...content.siteBranding, faviconUrl } });
    await user.upload(favicon, icon);
    expect(await screen.findByText('Favicon uploaded')).toBeVisible();
    expect(sent[0]?.address).toBe('/api/admin/website/favicon');
    expect([...sent[0]!.form.keys()]).toEqual(['favicon']);
    expect(await screen.findByAltText('The favicon')).toHaveAttribute('src', faviconUrl);
    // Anyone who works by keyboard is where they were.
    expect(screen.getByLabelText(/for Favicon$/)).toHaveFocus();
  });

  test.each([
    [400, 'Favicon must be an .ico file', 'Favicon must be an .ico file'],
    [500, 'Internal server error', 'Failed to upload favicon'],
  ])('that are refused (%i, %s) show: %s', async (status, message, words) => {
    const { user, favicon } = await open();
    Object.assign(reply, { status, text: JSON.stringify({ message }) });
    await user.upload(favicon, icon);
    const field = within(screen.getByRole('group', { name: 'Favicon' }));
    expect(await field.findByText(words)).toBeVisible();
    expect(screen.getByLabelText(/for Favicon$/)).toBeInvalid();
  });
});
