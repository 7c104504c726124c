import type { IntegrationFieldsFragment } from '#web/gql/graphql.ts';

/** A Slack channel of the tests that works, with what a test says otherwise. */
export const slack = (over: Partial<IntegrationFieldsFragment> = {}): IntegrationFieldsFragment =>
  channel({
    id: 'slack',
    type: 'slack',
    config: { webhookUrl: 'hooks.slack.com ••••ab12' },
    lastDeliveredAt: new Date(Date.now() - 5 * 60_000).toISOString(),
    ...over,
  });

/** A channel without a history. */
export const channel = (over: Partial<IntegrationFieldsFragment> = {}): IntegrationFieldsFragment => ({
  id: 'email',
  type: 'email',
  madeFrom: null,
  templateId: null,
  createdAt: '2026-11-01T09:00:00.000Z',
  config: { recipients: ['noc@example.test'] },
  isActive: true,
  lastDeliveredAt: '2026-11-20T12:00:00.000Z',
  lastFailureAt: null,
  lastFailure: null,
  failingSince: null,
  disabledAt: null,
  pausedUntil: null,
  customerIds: [],
  tags: [],
  limitedTo: null,
  weeklyBudget: null,
  messagesThisWeek: null,
  proof: null,
  ...over,
});
