// The server of the product, in a process of its own.
import { startServer } from '#tests/support/running.ts';
import { serve } from './part.ts';
import { usage } from './usage.ts';

const orders = {
  ...usage,
  /** Its address. */
  async listen({ databaseUrl, port }: { databaseUrl: string; port?: number }): Promise<string> {
    const { url } = await startServer({ databaseUrl, port, config: { logLevel: 'silent' } });
    return url;
  },
};

export type Product = typeof orders;
serve(orders);
