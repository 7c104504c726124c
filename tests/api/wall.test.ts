import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { as } from '#tests/support/as.ts';
import { addMember } from '#tests/support/members.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { Rounds } from '#tests/support/rounds.ts';

interface Link {
  id: string;
  name: string;
  url: string;
  lastOpenedAt: string | null;
}
let rounds: Rounds;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(() => rounds.begin());
afterEach(() => rounds.end());

const fields = 'id name url lastOpenedAt';
async function create(name = 'Office TV'): Promise<Link> {
  const query = `mutation { createWallLink(input: { name: "${name}" }) { ${fields} } }`;
  return (await rounds.ask<{ createWallLink: Link }>(query)).createWallLink;
}
const tokenOf = ({ url }: Link) => url.split('#')[1]!;
const show = (token: string) =>
  as({ server: rounds.running, token: null }).ask(
    `query($token: String!) { wall(token: $token) {
       teamName troubleCount quietCount trouble { name newCount alerts { deviceName severity isHandled } } } }`,
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

test('A revoked link, a made-up one and that of another purpose show nothing', async () => {
  const link = await create();
  await rounds.ask(`mutation { revokeWallLink(id: "${link.id}") }`);
  for (const token of [tokenOf(link), link.id, '', `${tokenOf(link)}x`]) {
    const { errors } = await show(token);
    expect(errors?.[0]).toMatchObject({ message: 'Wall link not found', extensions: { code: 'NOT_FOUND' } });
  }
});

test('Viewers cannot create links, and another team neither sees nor revokes them', async () => {
  const link = await create();
  const viewer = await addMember(rounds.alice, TeamRole.viewer);
  const refused = await as(viewer).ask(`{ wallLinks { ${fields} } }`);
  expect(refused.errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
  const bob = await rounds.customer('Bob');
  const { data } = await as(bob).ask(`{ wallLinks { ${fields} } }`);
  expect(data).toEqual({ wallLinks: [] });
  const { errors } = await as(bob).ask(`mutation { revokeWallLink(id: "${link.id}") }`);
  expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
});
