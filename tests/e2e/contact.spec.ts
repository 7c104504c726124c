import { devices, expect, type APIRequestContext } from '@playwright/test';
import { demo, test } from './support.ts';

interface Mailed {
  to: string;
  subject: string;
  text: string;
}

/** The newest email to an address with a subject; waits until the worker has sent it. */
async function mailTo(request: APIRequestContext, to: string, subject: string): Promise<Mailed> {
  let found: Mailed | undefined;
  await expect
    .poll(
      async () => {
        const mails = (await (await request.get('/dev/mailbox.json')).json()) as Mailed[];
        return (found = mails.find((mail) => mail.to === to && mail.subject === subject));
      },
      { message: `a mail “${subject}” to ${to}`, timeout: 20_000 },
    )
    .toBeDefined();
  return found!;
}

test('a visitor writes from a phone, and the operator answers from the inbox', async ({
  browser,
  baseURL,
  page,
  login,
  request,
}) => {
  const visitor = 'mia@office.test';
  const subject = 'Two consoles in one building';
  const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
  const context = await browser.newContext({ ...phone, baseURL });
  const hers = await context.newPage();
  await hers.goto('/contact');
  const send = hers.getByRole('button', { name: 'Send Message' });
  await send.tap();
  await expect(hers.getByText('Please fill in all fields')).toBeVisible();
  await hers.getByLabel('Name').fill('Mia Larsen');
  await hers.getByLabel('Email').fill(visitor);
  await hers.getByLabel('Subject').fill(subject);
  await hers.getByLabel('Message').fill('Can both be watched?\nSee www.office.test.');
  // Anyone who is done sooner after opening the page is taken for a robot.
  await hers.waitForFunction(() => performance.now() > 2_000);
  await send.tap();
  await expect(hers.getByText('Message Sent Successfully')).toBeVisible();
  await expect(hers.getByRole('heading', { name: 'Your message has arrived' })).toBeVisible();
  await context.close();

  const copy = await mailTo(request, visitor, "We've received your message");
  expect(copy.text).toContain('Can both be watched?');
  expect(copy.text).not.toContain('www.office.test');
  const notice = await mailTo(request, 'support@netlantern.test', `New message: ${subject}`);
  const answering = new URL(/http\S+\/admin\/contact\S+/.exec(notice.text)![0]);

  await login(demo.admin);
  await page.goto(answering.pathname + answering.search);
  await expect(page.getByRole('heading', { name: subject })).toBeVisible();
  await expect(page.getByRole('region', { name: subject })).toContainText('See www.office.test.');
  await page.getByRole('button', { name: 'Mark Read' }).click();
  await expect(page.getByText('Submission Updated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark Read' })).toBeDisabled();

  const reply = page.getByLabel('Your reply');
  await reply.fill('Hello Mia,  Alex');
  await reply.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(11, 11));
  await page.getByRole('button', { name: 'Insert saved reply' }).click();
  await page.getByRole('button', { name: 'Sites and controllers' }).click();
  await expect(reply).toHaveValue(/^Hello Mia, A controller is one .* devices\. Alex$/);
  await expect(reply).toBeFocused();
  await page.getByRole('button', { name: 'Send Reply' }).click();
  await expect(page.getByText('Reply sent')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark Replied' })).toBeDisabled();
  await expect(page.getByRole('region', { name: 'Reply by Alex Reed' })).toContainText('Hello Mia,');

  const answer = await mailTo(request, visitor, `Re: ${subject}`);
  expect(answer.text).toContain('A controller is one');
});
