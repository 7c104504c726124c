import type { CustomerContext } from '#api/graphql/context.ts';
import { sealFor, UnreadableSecret, vault } from '#api/security/secrets.ts';
import { hashToken, newToken } from '#api/security/token.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { inTurn, findOwn } from '../teams/lock-team.store.ts';
import { PushAddress } from './push-address.entity.ts';
import { PushedMessage } from './pushed-message.entity.ts';
import type { ShownAddress } from './shown-address.ts';

/** Where all of them begin. */
export const pushPath = '/hooks/unifi';

/** The address of a controller, made now if there is none. @throws NotFound */
export function showPushAddress(ctx: CustomerContext, controllerId: string): Promise<ShownAddress> {
  return inTurn(ctx, 'manage', async (own) => {
    const controller = await ownController(own, controllerId);
    const known = await own.em.findOne(PushAddress, { controller });
    const token = known && (await tokenOf(own, known));
    return token ? shown(own, token, known.madeAt) : make(own, controller);
  });
}

/** Another address; the one before ends at once. @throws NotFound */
export function renewPushAddress(ctx: CustomerContext, controllerId: string): Promise<ShownAddress> {
  return inTurn(ctx, 'manage', async (own) => make(own, await ownController(own, controllerId)));
}

/** What was pushed last, newest first. @throws NotFound */
export async function pushedMessages(
  ctx: CustomerContext,
  controllerId: string,
  first: number,
): Promise<PushedMessage[]> {
  const controller = await ownController(ctx, controllerId);
  return ctx.em.find(PushedMessage, { controller }, { orderBy: { id: 'desc' }, limit: first });
}

const ownController = (ctx: CustomerContext, id: string): Promise<Controller> =>
  findOwn(ctx, Controller, id, 'Controller');

/** Undefined where it can no longer be decrypted. */
async function tokenOf({ em }: CustomerContext, address: PushAddress): Promise<string | undefined> {
  try {
    await em.populate(address, ['token']);
    return vault.unseal(address.token, 'push_address.token', address.id);
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}

async function make(ctx: CustomerContext, controller: Controller): Promise<ShownAddress> {
  const token = newToken();
  const madeAt = new Date();
  await ctx.em.nativeDelete(PushAddress, { controller });
  const address = new PushAddress();
  Object.assign(address, { controller, tokenHash: hashToken(token), madeAt });
  address.token = sealFor(address, 'push_address.token', token);
  await ctx.em.insert(PushAddress, address);
  return shown(ctx, token, madeAt);
}

const shown = ({ app }: CustomerContext, token: string, madeAt: Date): ShownAddress => ({
  url: `${app.config.publicUrl}${pushPath}/${token}`,
  madeAt,
});
