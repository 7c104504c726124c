import { expect, type Page } from '@playwright/test';
import { emailLink } from './mailbox.ts';
import { demo, test } from './support.ts';

/** Patience for a busy machine, in milliseconds. */
const UNTIL_TOLD = 30_000;

const places = ['slack', 'teams', 'discord', 'webhook', 'halopsa'];
const device = 'AP Meeting Room Curie';

/** What a place was told of a device, newest first, as the demo's page of messages shows it. */
const toldIn = (messages: Page, place: string) => messages.locator(`article.${place}`, { hasText: device });

test.setTimeout(300_000);
// Chats that were told of other tests' alerts in the last minute would get a summary, later.
test.use({ freshFor: 'telling' });

test('an alert notifies every channel, is acknowledged from its email, and its end is announced', async ({
  page,
  context,
  browser,
  request,
  login,
  unifi,
  raised,
}) => {
  await login();
  await page.goto('/alerts');
  await unifi((network, name) => void network.device(name).goOffline(), device);
  const row = page.getByRole('grid', { name: /^Open alerts of/ }).getByRole('row', { name: device });
  await raised(row);

  const messages = await context.newPage();
  await messages.goto('/dev/messages');
  for (const place of places)
    await expect(toldIn(messages, place).first(), place).toBeVisible({ timeout: UNTIL_TOLD });
  await expect(row.getByRole('link', { name: /^Ticket \d+/ })).toBeVisible({ timeout: UNTIL_TOLD });

  // Anyone who is emailed need not be signed in. Opening the link does nothing yet: email scanners open links too.
  const link = await emailLink(request, demo.customer, '/alert-link');
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await expect(stranger.getByText(device).first()).toBeVisible();
  await expect(row).not.toContainText('Acknowledged by');
  await stranger.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(row).toContainText('Acknowledged by Dana Morgan', { timeout: UNTIL_TOLD });
  await stranger.context().close();

  await unifi((network, name) => void network.device(name).comeOnline(), device);
  await expect(row).toBeHidden({ timeout: UNTIL_TOLD });
  for (const place of ['slack', 'teams', 'webhook'])
    await expect(toldIn(messages, place).first(), place).toContainText(/resolved/i, { timeout: UNTIL_TOLD });
  await expect(toldIn(messages, 'halopsa').first()).toContainText('Closed', { timeout: UNTIL_TOLD });
});

test('a channel with a wrong address says so, catches up once it is fixed, and resends what failed', async ({
  page,
  login,
  unifi,
  raised,
}) => {
  const late = 'AP Training Room';
  await login();
  await page.goto('/integrations?channel=slack#channels');
  const address = page.getByLabel('Slack webhook URL');
  const lead = async (to: string) => {
    await page.getByRole('button', { name: 'Replace Slack webhook URL' }).click();
    await address.fill(to);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Slack saved')).toBeVisible();
  };
  await lead('http://127.0.0.1:9/services/T1/B1/nobody');
  await page.getByRole('button', { name: 'Send Test' }).click();
  await expect(page.getByText('The server refused the connection').first()).toBeVisible();

  await unifi((network, name) => void network.device(name).goOffline(), late);
  await page.getByRole('button', { name: 'Deliveries: Slack' }).click();
  const log = page.getByRole('dialog', { name: /Slack/ });
  const told = (what: string) =>
    log.getByRole('listitem').filter({ hasText: late }).filter({ hasText: what });
  await raised(told('Retrying'));
  await page.keyboard.press('Escape');

  await lead(await unifi((_network, _nothing, chat) => chat.slackUrl('mended')));
  await page.getByRole('button', { name: 'Deliveries: Slack' }).click();
  await expect(told('Sent')).toBeVisible({ timeout: UNTIL_TOLD });

  await unifi((_network, _nothing, chat) => chat.behave('mended', 404));
  await unifi((network, name) => void network.device(name).comeOnline(), late);
  await expect(told('Failed')).toBeVisible({ timeout: UNTIL_TOLD });
  await page.keyboard.press('Escape');
  await unifi((_network, _nothing, chat) => chat.behave('mended', null));
  await page.reload();
  await expect(page.getByRole('button', { name: /^Slack Switched off/ })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Slack saved')).toBeVisible();
  await page.getByRole('button', { name: 'Deliveries: Slack' }).click();
  await told('Failed')
    .getByRole('button', { name: /^Resend/ })
    .click();
  await expect(told('Failed')).toBeHidden({ timeout: UNTIL_TOLD });
  await expect(told('Sent')).toHaveCount(2);
});
