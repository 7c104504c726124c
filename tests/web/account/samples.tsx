import type { ReactNode } from 'react';
import { alice, answer, render } from '#tests/support/render.tsx';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import { SettingsPage } from '#web/features/account/SettingsPage.tsx';
import type { SessionUser } from '#web/features/auth/useSession.ts';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import {
  AccountSessionsDocument,
  type AccountSessionsQuery,
  AccountTwoFactorDocument,
  type ApiTokenFieldsFragment,
  ApiTokensDocument,
  OwnAlertEmailsDocument,
  PasswordPolicyDocument,
  PendingEmailDocument,
  type PreferenceFieldsFragment,
  PreferencesDocument,
  PushSettingsDocument,
  TeamPsaDocument,
  TokenLifetimeDocument,
} from '#web/gql/graphql.ts';

type Session = AccountSessionsQuery['sessions'][number];

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

export const session = (changes: Partial<Session> = {}): Session => ({
  id: 'this',
  device: 'Firefox on Linux',
  ipAddress: '203.0.113.7',
  createdAt: hoursAgo(30),
  lastSeenAt: hoursAgo(0),
  current: true,
  ...changes,
});
export const phone = session({
  id: 'phone',
  device: 'Safari on iPhone',
  ipAddress: '2001:db8::7',
  lastSeenAt: hoursAgo(3),
  current: false,
});

export const token = (changes: Partial<ApiTokenFieldsFragment> = {}): ApiTokenFieldsFragment => ({
  id: 'token-1',
  name: 'Grafana',
  scopes: ['read'],
  tail: 'x7Qp',
  createdAt: hoursAgo(48),
  lastUsedAt: null,
  expiresAt: null,
  ...changes,
});

export const preferences = (changes: Partial<PreferenceFieldsFragment> = {}): PreferenceFieldsFragment => ({
  emailNotifications: true,
  alertNotifications: true,
  channels: ['email', 'slack', 'teams', 'discord', 'webhook'],
  severities: ['info', 'warning', 'error', 'critical'],
  quietHours: false,
  quietFrom: '22:00',
  quietUntil: '07:00',
  timeZone: 'UTC',
  ...changes,
});

type Given = {
  user?: SessionUser;
  sessions?: Session[];
  tokens?: ApiTokenFieldsFragment[];
  /** One card, where a test is about no other. */
  only?: ReactNode;
};

/** Opens the settings of someone with a quiet account. */
export function openSettings({ only, ...given }: Given = {}) {
  answerSettings(given);
  return render(only ?? <SettingsPage />, { path: '/settings', signedInAs: given.user ?? alice });
}

/** What the settings ask for. */
export function answerSettings({
  user = alice,
  sessions = [session()],
  tokens = [],
}: Omit<Given, 'only'> = {}): void {
  answer(AccountTwoFactorDocument, {
    twoFactor: { enabled: user.twoFactorEnabled, required: false, recoveryCodesLeft: 8 },
  });
  answer(AccountSessionsDocument, { sessions });
  answer(PreferencesDocument, { notificationPreferences: preferences() });
  answer(OwnAlertEmailsDocument, { unsubscribedFromAlertEmails: false });
  answer(PushSettingsDocument, {
    pushSettings: {
      id: 'membership',
      publicKey: 'BAAA',
      severities: ['critical'],
      criticalInQuietHours: false,
      subscriptions: [],
    },
  });
  answer(PendingEmailDocument, { pendingEmailChange: null });
  answer(ApiTokensDocument, { apiTokens: tokens });
  answer(TokenLifetimeDocument, { apiLimits: { tokenDays: 365 } });
  answer(Controllers, { controllers: [] });
  answer(ChannelStates, { integrations: [] });
  answer(TeamPsaDocument, { halopsaIntegration: null });
  answer(PasswordPolicyDocument, {
    passwordPolicy: { minLength: 8, text: 'At least 8 characters' },
  } as never);
}
