// Takes the pictures of the public site from the product itself: the demo's data, real screens, both themes, a wide window
// and a phone. `npm run build` first.
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import sharp, { type Sharp } from 'sharp';
import { root } from '#api/boot/run-program.ts';
import { browserOptions } from '#tests/e2e/browser.ts';
import { demo, startProgram, type Program } from '#tests/e2e/support.ts';
import { screens, type ScreenName } from '#web/features/home/screens.ts';
import { tellStory } from './story.ts';

const folder = path.join(root, 'web/public/pictures');
/** Bytes of all together. */
const MOST = 1_500_000;

/** CSS pixels of the window; the picture has as many as `screens` says. */
const windows = { wide: 1040, phone: 390 } as const;
const faces = ['light', 'dark'] as const;

/** What a link shows where it is shared, in the size that previews ask for (specification 2, section 5). */
const shared = 'alerts-wide-light';
const card = (shot: Sharp) =>
  shot
    .clone()
    .resize(1200, 630, { fit: 'cover', position: 'top' })
    .jpeg({ quality: 78, mozjpeg: true })
    .toBuffer();

/** What stands on each picture. */
const scenes: Record<ScreenName, (page: Page) => Promise<void>> = {
  controllers: async (page) => {
    await page.goto('/site-selector');
    await page.getByLabel('Site Manager API key').fill('a key that nobody has');
  },
  halopsa: async (page) => {
    await page.goto('/halopsa-setup');
    await page.getByLabel('Authorisation server').fill('https://example.halopsa.com/auth');
    await page.getByLabel('Resource server').fill('https://example.halopsa.com/api');
  },
  rules: async (page) => {
    await page.goto('/alerts?tab=rules');
  },
  alerts: async (page) => {
    await page.goto('/alerts');
    await page.getByText('Switch Print Room').first().waitFor();
  },
  sites: async (page) => {
    const controllers = (await (
      await page.request.get('/api/controllers', { headers: await signed(page) })
    ).json()) as {
      id: string;
      name: string;
    }[];
    const retail = controllers.find(({ name }) => name === 'Retail');
    await page.goto(`/site-selector?controller=${retail!.id}`);
    await page.getByText('Selected').first().waitFor();
  },
  overview: async (page) => {
    await page.goto('/user-dashboard');
  },
};

const signed = async (page: Page) => {
  await page.goto('/controllers');
  return { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('auth_token'))}` };
};

async function take(browser: Browser, program: Program, width: keyof typeof windows, face: 'light' | 'dark') {
  const [w, h] = screens.alerts[width];
  const scale = w / windows[width];
  const context = await browser.newContext({
    baseURL: program.url,
    viewport: { width: windows[width], height: Math.round(h / scale) },
    deviceScaleFactor: scale,
    colorScheme: face,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const login = await context.request.post('/api/auth/login', {
    data: { email: demo.customer, password: demo.password },
  });
  const { token } = (await login.json()) as { token: string };
  await context.addInitScript((stored) => localStorage.setItem('auth_token', stored), token);
  for (const [name, open] of Object.entries(scenes)) {
    const page = await context.newPage();
    await open(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.waitForTimeout(400);
    const shot = sharp(await page.screenshot()).resize(w, h, { fit: 'cover', position: 'left top' });
    const file = path.join(folder, `${name}-${width}-${face}`);
    await writeFile(`${file}.avif`, await shot.clone().avif({ quality: 50, effort: 4 }).toBuffer());
    await writeFile(`${file}.webp`, await shot.clone().webp({ quality: 66 }).toBuffer());
    if (`${name}-${width}-${face}` === shared)
      await writeFile(path.join(folder, 'social.jpg'), await card(shot));
    await page.close();
  }
  await context.close();
}

await mkdir(folder, { recursive: true });
const program = await startProgram();
try {
  await tellStory(program);
  const browser = await chromium.launch(await browserOptions());
  for (const width of ['wide', 'phone'] as const)
    for (const face of faces) await take(browser, program, width, face);
  await browser.close();
} finally {
  await program.stop();
}
const sizes = await Promise.all(
  (await readdir(folder)).map(async (one) => (await stat(path.join(folder, one))).size),
);
const all = sizes.reduce((sum, size) => sum + size, 0);
console.log(`${sizes.length} pictures, ${Math.round(all / 1000)} kB`);
if (all > MOST) throw new Error('Together they are larger than 1.5 MB.');
