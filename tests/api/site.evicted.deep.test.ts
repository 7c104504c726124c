import { expect, test } from 'vitest';
import { addFirstPackages } from '#api/features/packages/packages.service.ts';
import { Currency } from '#api/features/packages/package.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { pageAt, type Page } from '#tests/support/site.ts';

const open = (path: string, server: Running): Promise<Page> => pageAt(server.url, path);

test('Made-up parameters don’t evict cached pages', async () => {
  let written = 0;
  const counting = await startServer({
    schema: (schema) => {
      const field = schema.getQueryType()!.getFields()['homepage']!;
      const { resolve } = field;
      field.resolve = (...asked) => ((written += 1), resolve!(...asked));
    },
  });
  try {
    await emptyDatabase();
    await addFirstPackages(counting.app.orm.em.fork(), Currency.GBP);
    counting.app.content.changed();
    await open('/', counting);
    const made = Array.from({ length: 250 }, (_, n) => `/waitlist?packageId=${n}&packageName=x`);
    const pages = [];
    for (const path of made) pages.push(await open(path, counting));
    expect([pages[0], pages.at(-1)].map((page) => page?.text.includes('data-site'))).toEqual([true, false]);
    await open('/', counting);
    expect(written).toBe(1);
  } finally {
    await counting.close();
  }
});
