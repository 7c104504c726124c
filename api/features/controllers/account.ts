import type { Context } from '#api/graphql/context.ts';
import { Invalid, Unavailable } from '#api/lib/errors.ts';
import { apiKeyOf } from './api-key.ts';
import { type Controller, ControllerStatus } from './controller.entity.ts';
import { readAccount, type Account } from '../unifi/unifi.ts';
import { needsNewKey, problemText, UnifiError, type Problem } from '../unifi/errors.ts';
import { linkProblem } from '../unifi/states.ts';

/** The documented sentence for a key that UniFi does not accept. */
export const wrongKey = 'Failed to connect UniFi Site Manager. Please check your API key.';

/**
 * For an answer that a person waits for. Less than the limit of an execution: whoever was told that it failed must not
 * find it done later.
 */
const patienceMs = 4500;

/** What a key, or a controller's stored one, can see: asked of UniFi now. @throws UnifiError */
export async function askAccount({ app, em }: Context, of: string | Controller): Promise<Account> {
  const apiKey = typeof of === 'string' ? of : await apiKeyOf(em, of);
  return readAccount({ baseUrl: app.config.unifiApiUrl, apiKey, signal: AbortSignal.timeout(patienceMs) });
}

/** The same for a screen that shows `title` when it fails. @throws Invalid for a new key that is wrong, else Unavailable */
export async function accountOf(
  ctx: Context,
  of: string | Controller,
  title = 'Failed to connect UniFi Site Manager',
): Promise<Account> {
  try {
    return await askAccount(ctx, of);
  } catch (error) {
    if (!(error instanceof UnifiError)) throw error;
    if (typeof of === 'string' && needsNewKey(error.problem.code)) throw new Invalid({ apiKey: wrongKey });
    throw new Unavailable(`${title}: ${error.message}`, { detail: error.message });
  }
}

/** @throws Invalid when the key does not see the site */
export function select(controller: Controller, account: Account, hostId: string): void {
  const site = account.consoles.find((console) => console.hostId === hostId);
  if (!site) throw new Invalid({ selectedSiteId: 'Site not found' });
  if (controller.selectedSiteId !== site.hostId) {
    Object.assign(controller, { probedAt: null, version: null, deviceCount: null });
  }
  controller.selectedSiteId = site.hostId;
  controller.selectedSiteName = site.name;
}

/** Stores why a controller failed, as a sentence and a code. */
export function showProblem(controller: Controller, problem: Problem | undefined): void {
  controller.statusReason = problem ? problemText(problem) : null;
  controller.statusCode = problem?.code ?? null;
}

/** What an answer of the account proves at once; the next reading, due now, fills in the rest. */
export function seen(controller: Controller, { consoles }: Account): void {
  const site = consoles.find(({ hostId }) => hostId === controller.selectedSiteId);
  const isUnknown = consoles.length === 0 || site?.reportedState !== undefined;
  controller.status = isUnknown ? ControllerStatus.unknown : ControllerStatus.online;
  if (site?.link === 'disconnected') controller.status = ControllerStatus.offline;
  const problem: Problem | undefined = site ? linkProblem(site) : { code: 'no_consoles' };
  const isWell = controller.status === ControllerStatus.online;
  showProblem(controller, isWell ? undefined : problem);
  controller.totalSites = consoles.length;
  controller.version = site?.version ?? controller.version;
  controller.deviceCount = site?.deviceCount ?? controller.deviceCount;
  controller.lastSync = new Date();
  controller.nextPollAt = new Date();
}
