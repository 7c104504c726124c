import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sign } from '#api/security/signing.ts';
import { as } from '#tests/support/as.ts';
import { addMember } from '#tests/support/members.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { Rounds } from '#tests/support/rounds.ts';

interface Link {
  id: string;
  name: string;
  lastOpenedAt: string | null;
}
let rounds: Rounds;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(() => rounds.begin());
afterEach(() => rounds.end());

type NewLink = Link & { url: string };
const fields = 'id name lastOpenedAt';
async function create(name = 'Office TV'): Promise<NewLink> {
  const query = `mutation { createWallLink(input: { name: "${name}" }) { url link { ${fields} } } }`;
  const { createWallLink } = await rounds.ask<{ createWallLink: { url: string; link: Link } }>(query);
  return { url: createWallLink.url, ...createWallLink.link };
}
const tokenOf = ({ url }: NewLink) => url.split('#')[1]!;
const show = (token: string) =>
  as({ server: rounds.running, token: null }).ask(
    `query($token: String!) { wall(token: $token) {
       teamName troubleCount quietCount inMaintenanceCount trouble { key name newCount worstNew alerts { deviceName severity isHandled isAcknowledged isInMaintenance } } } }`,
    { token },
  );

test('A link shows the open alerts of its team without signing in, and nothing else', async () => {
  const office = await rounds.addController();
  await rounds.addRule();
  rounds.network.device('AP Lobby').goOffline();
  await rounds.round(office, 1);
  await rounds.round(office, 3);
  const link = await create();
  expect(link.url).toMatch(/^http:\/\/[^#]+\/wall#[\w.-]+$/);
  const { data } = await show(tokenOf(link));
  expect(data?.['wall']).toMatchObject({
    teamName: expect.any(String) as string,
    troubleCount: 1,
    quietCount: 0,
    trouble: [
      {
        name: 'Office',
        newCount: 1,
        alerts: [{ deviceName: 'AP Lobby', severity: 'error', isHandled: false }],
      },
    ],
  });
  const asSession = as({ server: rounds.running, token: tokenOf(link) });
  const { errors } = await asSession.ask('{ openAlertCount }');
  expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  const { wallLinks } = await rounds.ask<{ wallLinks: Link[] }>(`{ wallLinks { ${fields} } }`);
  expect(wallLinks[0]?.lastOpenedAt).not.toBeNull();
});

test('An alert is handled while maintenance covers it, and no longer once that has ended', async () => {
  const office = await rounds.addController();
  await rounds.addRule();
  rounds.network.device('AP Lobby').goOffline();
  await rounds.round(office, 1);
  await rounds.round(office, 3);
  const [alert] = await rounds.alerts(office);
  await rounds.ask(
    `mutation { startAlertMaintenance(ids: ["${alert!.id}"], name: "Move", minutes: 10) { results { outcome } } }`,
  );
  const link = await create();
  const shown = async () => (await show(tokenOf(link))).data?.['wall'] as { trouble: object[] };
  expect((await shown()).trouble).toMatchObject([
    {
      key: alert!.siteId,
      newCount: 0,
      worstNew: null,
      alerts: [{ isHandled: true, isAcknowledged: false, isInMaintenance: true }],
    },
  ]);
  expect(await shown()).toMatchObject({ inMaintenanceCount: 1 });
  const dashboard = '{ fleetOverview { inMaintenanceCount } }';
  expect(await rounds.ask(dashboard)).toEqual({ fleetOverview: { inMaintenanceCount: 1 } });
  await rounds.ask(`mutation { acknowledgeAlerts(ids: ["${alert!.id}"]) { outcome } }`);
  expect((await shown()).trouble).toMatchObject([
    { alerts: [{ isAcknowledged: true, isInMaintenance: true }] },
  ]);
  expect(await shown()).toMatchObject({ inMaintenanceCount: 1 });
  await rounds.ask(`mutation { unacknowledgeAlerts(ids: ["${alert!.id}"]) { outcome } }`);
  rounds.at(14);
  expect((await shown()).trouble).toMatchObject([
    { newCount: 1, worstNew: 'error', alerts: [{ isHandled: false, isInMaintenance: false }] },
  ]);
});

test('A revoked link, a made-up one and that of another purpose show nothing', async () => {
  const revoked = await create();
  await rounds.ask(`mutation { revokeWallLink(id: "${revoked.id}") }`);
  const link = await create();
  expect((await show(tokenOf(link))).errors).toBeUndefined();
  const ofAnotherPurpose = sign(rounds.running.app.config.appSecrets, 'unsubscribe', link.id);
  for (const token of [tokenOf(revoked), link.id, '', `${tokenOf(link)}x`, ofAnotherPurpose]) {
    const { errors } = await show(token);
    expect(errors?.[0]).toMatchObject({ message: 'Wall link not found', extensions: { code: 'NOT_FOUND' } });
  }
});

test('A link is only created by someone who signed in or confirmed who they are recently, and not by an API token', async () => {
  const query = 'mutation { createWallLink(input: { name: "Lobby" }) { url } }';
  const made = await as(rounds.alice).ask(
    'mutation { createApiToken(input: { name: "Program", scopes: [manage] }) { token } }',
  );
  const { token } = made.data!['createApiToken'] as { token: string };
  const byToken = await as({ server: rounds.running, token }).ask(query);
  expect(byToken.errors?.[0]?.message).toBe("API tokens can't do that.");
  rounds.at(16);
  const late = await as(rounds.alice).ask(query);
  expect(late.errors?.[0]).toMatchObject({
    message: 'Enter your password to continue.',
    extensions: { reason: 'confirm_identity' },
  });
  const { wallLinks } = await rounds.ask<{ wallLinks: Link[] }>(`{ wallLinks { ${fields} } }`);
  expect(wallLinks).toEqual([]);
});

test('The address of a link is returned when it is created, and never again', async () => {
  expect((await create()).url).toContain('/wall#');
  const { errors } = await as(rounds.alice).ask('{ wallLinks { url } }');
  expect(errors?.[0]?.message).toContain('Cannot query field "url"');
});

test('Viewers cannot create links, and another team neither sees nor revokes them', async () => {
  const link = await create();
  const viewer = await addMember(rounds.alice, TeamRole.viewer);
  const attempts = [
    `{ wallLinks { ${fields} } }`,
    `mutation { createWallLink(input: { name: "Lobby" }) { url } }`,
    `mutation { revokeWallLink(id: "${link.id}") }`,
  ];
  for (const attempt of attempts) {
    const refused = await as(viewer).ask(attempt);
    expect(refused.errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
  }
  const { wallLinks } = await rounds.ask<{ wallLinks: Link[] }>(`{ wallLinks { ${fields} } }`);
  const { id, name, lastOpenedAt } = link;
  expect(wallLinks).toEqual([{ id, name, lastOpenedAt }]);
  const bob = await rounds.person('Bob');
  const { data } = await as(bob).ask(`{ wallLinks { ${fields} } }`);
  expect(data).toEqual({ wallLinks: [] });
  const { errors } = await as(bob).ask(`mutation { revokeWallLink(id: "${link.id}") }`);
  expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
});
