import {
  AuditEntriesDocument,
  type AuditEntriesQuery,
  AuditIntegrityDocument,
  type AuditIntegrityQuery,
  LockoutsDocument,
  PasswordPolicyDocument,
  SecuritySettingsDocument,
  type SecuritySettingsFieldsFragment,
} from '#web/gql/graphql.ts';
import { ada, answer, renderApp } from '#tests/support/render.tsx';

type Entry = AuditEntriesQuery['auditEntries'][number];

/** The policy of the tests, as it is stored. */
export const policy: SecuritySettingsFieldsFragment = {
  sessionTimeout: 30,
  maxLoginAttempts: 5,
  lockoutDuration: 15,
  requireTwoFactor: false,
  passwordMinLength: 8,
  passwordRequireSpecial: true,
  apiTokenMaxDays: 365,
  allowedIpRanges: ['10.0.0.0/8'],
  shareOutageHints: false,
};
/** An entry of the audit log, with what a test says otherwise. */
export const entry = (over: Partial<Entry> = {}): Entry => ({
  id: '7',
  at: new Date().toISOString(),
  actor: 'ada@example.test',
  action: 'security.update',
  label: 'Security policy changed',
  subject: 'Security policy',
  before: { sessionTimeout: 30, allowedIpRanges: [] },
  after: { sessionTimeout: 60, allowedIpRanges: ['10.0.0.0/8', '::1'] },
  ipAddress: '203.0.113.9',
  ...over,
});
/** The chain of the audit log, unbroken. */
export const intact: AuditIntegrityQuery['auditIntegrity'] = {
  intact: true,
  entries: 1204,
  brokenAt: null,
  fingerprint: 'f00d'.repeat(16),
};

/** The screen of security, before an administrator. */
export function openSecurity({ entries = [entry()], integrity = intact } = {}) {
  answer(SecuritySettingsDocument, { securitySettings: policy });
  answer(PasswordPolicyDocument, { passwordPolicy: { minLength: 8, text: 'Passwords need 8 characters.' } });
  answer(AuditEntriesDocument, { auditEntries: entries });
  answer(AuditIntegrityDocument, { auditIntegrity: integrity });
  answer(LockoutsDocument, { lockouts: [] });
  return renderApp({ path: '/admin/security', signedInAs: ada });
}
