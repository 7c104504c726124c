import { expect, type APIRequestContext } from '@playwright/test';

interface Mailed {
  to: string;
  subject: string;
  text: string;
}

/** The newest link to `page` that was emailed to an address; waits until the worker has sent it. */
export async function emailLink(request: APIRequestContext, to: string, page: string): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => (found = await newest(request, to, page)), {
      message: `a mail to ${to} that leads to ${page}`,
    })
    .toBeDefined();
  return found!;
}

async function newest(request: APIRequestContext, to: string, page: string): Promise<string | undefined> {
  const mails = (await (await request.get('/dev/mailbox.json')).json()) as Mailed[];
  const links = mails
    .filter((mail) => mail.to === to)
    .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
  return links.find((link) => new URL(link).pathname === page);
}
