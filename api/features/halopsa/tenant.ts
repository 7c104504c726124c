import type { App } from '#api/config/app.ts';
import { parsed } from './halopsa-errors.ts';
import { isObject, textOf } from './halopsa-values.ts';

/** What a server says its tenant is; it tells so without a token. Null where it does not. */
export async function discoverTenant(
  { outbound }: Pick<App, 'outbound'>,
  resourceServer: string,
): Promise<string | null> {
  try {
    const { status, text } = await outbound.call(`${resourceServer}/authinfo`, { timeoutMs: 4000 });
    const body = status === 200 ? parsed(text) : undefined;
    const tenant = isObject(body) ? textOf(body['tenant_id']) : '';
    return /^[\w.-]{1,100}$/.test(tenant) ? tenant : null;
  } catch {
    // The connection test says what is wrong with the address.
    return null;
  }
}
