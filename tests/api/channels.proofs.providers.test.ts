import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scheduleProofs } from '#api/features/notifications/proofs/prove.job.ts';
import { as } from '#tests/support/as.ts';
import { mailsTo, runJobs } from '#tests/support/mailbox.ts';
import type { Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import type { Running } from '#tests/support/running.ts';
import { Post } from './email.post.ts';
import { HalopsaTeam } from './halopsa.team.ts';

/** The next check of every channel, so many times. */
async function check(running: Running, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    await scheduleProofs(running.app);
    await running.app.orm.em.execute(`update channel_proof set next_at = now() - interval '1 second'`);
    await scheduleProofs(running.app);
    await runJobs(running);
  }
  await scheduleProofs(running.app);
}

async function proofOf(person: Person, document: string): Promise<unknown> {
  const { data } = await as(person).ask(document);
  const found = Object.values(data!)[0] as { proof: unknown } | { proof: unknown }[];
  return (Array.isArray(found) ? found[0] : found)?.proof;
}

describe('HaloPSA', () => {
  let team: HalopsaTeam;
  beforeAll(async () => {
    team = await HalopsaTeam.start();
  });
  afterAll(() => team.running.close());
  beforeEach(() => team.begin());
  afterEach(() => team.halo.close());

  const proof = () => proofOf(team.cast.alice, '{ halopsaIntegration { proof { state text } } }');
  /** Nothing has been asked for a day. */
  const aDayPasses = () =>
    team.running.app.orm.em.execute(
      `update halopsa_connection set last_worked_at = last_worked_at - interval '25 hours', created_at = now() - interval '2 days'`,
    );

  test('is proven by reading a list, and creates nothing', async () => {
    await aDayPasses();
    team.halo.requests.length = 0;
    await check(team.running);
    expect(await proof()).toEqual({ state: 'proven', text: 'HaloPSA returned its list of statuses.' });
    expect(team.halo.requests.map(({ method }) => method)).not.toContain('PUT');
    expect(team.halo.requests.at(-1)).toMatchObject({ method: 'GET' });
    expect(team.halo.tickets).toEqual([]);
  });

  test('that rejects the client secret is reported to the owner, and once more when it works again', async () => {
    await aDayPasses();
    const { auth } = team.halo;
    const { clientSecret } = auth.settings;
    auth.settings.clientSecret = 'rotated';
    auth.revokeTokens();
    await check(team.running, 3);
    expect(await proof()).toMatchObject({ state: 'failing', text: expect.stringMatching(/\S/) });
    auth.settings.clientSecret = clientSecret;
    await check(team.running, 2);
    const mails = await mailsTo(team.running, team.cast.alice.email);
    expect(mails.filter(({ subject }) => subject.startsWith('HaloPSA'))).toEqual([
      expect.objectContaining({
        subject: expect.stringMatching(/^HaloPSA is working again for /),
        text: expect.stringMatching(/^HaloPSA is working again for .+\.$/m),
      }),
      expect.objectContaining({
        subject: expect.stringMatching(/^HaloPSA isn't working for /),
        text: expect.stringMatching(/HaloPSA may not open tickets\.\sDaily\schecks\shave been failing since/),
      }),
    ]);
  });
});

describe('Email through SendGrid', () => {
  let post: Post;
  beforeAll(async () => {
    post = await Post.start();
  });
  afterAll(() => post.end());
  beforeEach(async () => {
    await post.begin();
    await post.save();
    const input = { type: 'email', config: { recipients: 'noc@customer.test' }, isActive: true };
    await rest(post.cast.alice).post('/api/integrations', input);
  });

  const proof = () => proofOf(post.cast.alice, '{ integrations { proof { state text } } }');

  test('is proven by its API key, and says that single recipients are not', async () => {
    await check(post.running);
    expect(await proof()).toEqual({
      state: 'proven',
      text: "SendGrid accepts the API key. It can't check recipients without sending them an email.",
    });
    expect(post.provider.taken).toEqual([]);
  });

  test.each([
    ['was revoked', () => void (post.provider.apiKey = 'SG.another'), /SendGrid rejected it \(401/],
    ['may not send', () => void (post.provider.scopes = ['stats.read']), /lacks the scope mail\.send/],
    ['gets no answer', () => void (post.provider.faults.status = 503), /SendGrid rejected it \(503/],
  ])('fails if the key %s', async (_what, fail, text) => {
    fail();
    await check(post.running, 2);
    expect(await proof()).toMatchObject({ state: 'failing', text: expect.stringMatching(text) });
    expect(post.provider.taken).toEqual([]);
  });
});
