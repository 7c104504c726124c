import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onlyRow, vault } from '#api/security/secrets.ts';
import { startStripe, type StripeStandIn } from '#api/demo/stripe/stripe.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { PaymentSettings } from '#api/features/billing/payment-settings.entity.ts';
import { StripeEvent } from '#api/features/billing/events/stripe-event.entity.ts';
import { IntegrationTemplate } from '#api/features/integrations/integration-template.entity.ts';
import { Broadcast } from '#api/features/email/broadcast.entity.ts';
import { OutboxEmail, EmailStatus } from '#api/features/email/outbox-email.entity.ts';
import { WaitlistEntry } from '#api/features/waitlist/waitlist-entry.entity.ts';
import { EmailSettings } from '#api/features/email/email-settings.entity.ts';
import { EmailSuppression } from '#api/features/email/email-suppression.entity.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { addJob } from '#api/jobs/queue.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { audience } from './audience.ts';
import { planted, siteActions, type AuditedAction } from './audit.site.ts';

const rows = () => running.app.orm.em.fork();
const giveBobTwoFactors = () =>
  rows().nativeUpdate(
    User,
    { id: cast.bob.userId },
    {
      twoFactorEnabled: true,
      twoFactorSecret: vault.seal(planted, 'user.two_factor_secret', cast.bob.userId),
      pendingTwoFactorSecret: vault.seal(planted, 'user.pending_two_factor_secret', cast.bob.userId),
    },
  );
/** A schema as GraphQL writes it. */
const flat = '{ type: "object", properties: { apiUrl: { type: "string" } } }';
/** Under Bob's id, by which everything is asked for here. */
const addTemplate = () =>
  rows().insert(
    IntegrationTemplate,
    Object.assign(new IntegrationTemplate(), {
      id: cast.bob.userId,
      name: 'PSA',
      type: 'psa',
      configSchema: { type: 'object', properties: { apiUrl: { type: 'string' } } },
    }),
  );

const addPackage = () =>
  rows().insert(
    Package,
    Object.assign(new Package(), {
      id: cast.bob.userId,
      name: 'Plan',
      price: '9.99',
      stripePriceId: 'price_a',
    }),
  );

const addWaiting = (fields: Partial<WaitlistEntry> = {}) =>
  rows().insert(
    WaitlistEntry,
    Object.assign(new WaitlistEntry(), { email: 'wait@example.test', packageName: 'Old Plan', ...fields }),
  );
/** An email to many under Bob's id, which did not reach someone. */
const addUnsent = async () => {
  const id = cast.bob.userId;
  const sent = {
    id,
    subject: 'Open',
    sentBy: 'ada@netlantern.test',
    recipientCount: 1,
    createdAt: new Date(),
  };
  await rows().insert(Broadcast, sent);
  const mail = { kind: 'waitlist', to: 'wait@example.test', subject: 'Open', text: 'A', html: 'A' };
  const em = rows();
  await em
    .persist(em.assign(new OutboxEmail(), { ...mail, broadcast: id, status: EmailStatus.failed }))
    .flush();
};

const saveKey = () => {
  const { secretKey } = stripe;
  const sealed = vault.seal(secretKey, 'payment_settings.secret_key', onlyRow);
  const settings = { id: 1, secretKey: sealed, secretKeyTail: secretKey.slice(-4), livemode: false };
  return rows().insert(PaymentSettings, Object.assign(new PaymentSettings(), settings));
};

/** A way to make each administrator's change succeed. A change that is not here fails the first test. */
const cases: Record<string, AuditedAction> = {
  saveSecuritySettings: {
    action: 'security.update',
    call: 'saveSecuritySettings(input: { sessionTimeout: 45, allowedIpRanges: ["127.0.0.1"] }) { sessionTimeout }',
  },
  rerunFailedJobs: {
    action: 'jobs.rerun',
    call: 'rerunFailedJobs(task: "tidy-queue")',
    before: async () => {
      await addJob(rows(), 'tidy-queue', {});
      await rows().execute('update graphile_worker._private_jobs set attempts = max_attempts');
    },
  },
  saveAdminSetting: {
    action: 'setting.update',
    call: 'saveAdminSetting(key: "phone_hours", value: "10 AM-4 PM GMT") { value }',
  },
  updateUser: {
    action: 'user.suspend',
    call: 'updateUser(id: $id, input: { suspended: true }) { id }',
    before: giveBobTwoFactors,
  },
  endUserSessions: { action: 'user.sessions_end', call: 'endUserSessions(id: $id)' },
  clearLockout: { action: 'user.lockout_clear', call: 'clearLockout(id: $id)', before: giveBobTwoFactors },
  createIntegrationTemplate: {
    action: 'integration_template.create',
    call: `createIntegrationTemplate(input: { name: "PSA", type: "psa", configSchema: ${flat} }) { id }`,
  },
  updateIntegrationTemplate: {
    action: 'integration_template.update',
    call: 'updateIntegrationTemplate(id: $id, input: { isActive: false }) { id }',
    subject: 'PSA',
    before: addTemplate,
  },
  deleteIntegrationTemplate: {
    action: 'integration_template.delete',
    call: 'deleteIntegrationTemplate(id: $id)',
    subject: 'PSA',
    before: addTemplate,
  },
  saveEmailSettings: {
    action: 'email.update',
    call: `saveEmailSettings(input: { apiKey: "SG.${planted}", fromEmail: "a@example.test", fromName: "A" }) { fromName }`,
  },
  sendTestEmail: {
    action: 'email.test',
    call: 'sendTestEmail(input: { recipientEmail: "noc@example.test", subject: "A", message: "B" }) { message }',
    before: () =>
      rows().insert(EmailSettings, {
        id: 1,
        apiKey: vault.seal(planted, 'email_settings.api_key', onlyRow),
        apiKeyTail: '3PXP',
        isActive: false,
      } as EmailSettings),
  },
  removeEmailSuppression: {
    action: 'email.unsuppress',
    call: 'removeEmailSuppression(id: $id)',
    subject: 'noc@example.test',
    before: () =>
      rows().insert(
        EmailSuppression,
        Object.assign(new EmailSuppression(), {
          id: cast.bob.userId,
          address: 'noc@example.test',
          reason: 'No',
        }),
      ),
  },
  createPackage: {
    action: 'package.create',
    call: 'createPackage(input: { name: "Plan", price: "9.99", stripePriceId: "price_b" }) { id }',
  },
  updatePackage: {
    action: 'package.update',
    call: 'updatePackage(id: $id, input: { maxDevices: 5 }) { id }',
    subject: 'Plan',
    before: addPackage,
  },
  deletePackage: {
    action: 'package.delete',
    call: 'deletePackage(id: $id)',
    subject: 'Plan',
    before: addPackage,
  },
  reorderPackages: {
    action: 'package.reorder',
    // No one's id is among the entries of the list as a whole.
    call: 'reorderPackages(ids: ["00000000-0000-4000-8000-00000000000b"]) { id }',
    before: async () => {
      await addPackage();
      await rows().insert(
        Package,
        Object.assign(new Package(), {
          id: '00000000-0000-4000-8000-00000000000b',
          name: 'Second',
          price: '0',
          position: 1,
        }),
      );
    },
  },
  deleteWaitlistEntry: {
    action: 'waitlist.delete',
    call: 'deleteWaitlistEntry(id: $id)',
    subject: 'wait@example.test',
    before: () => addWaiting({ id: cast.bob.userId }),
  },
  sendWaitlistEmail: {
    action: 'email.broadcast',
    call: 'sendWaitlistEmail(input: { subject: "A", message: "B" }) { id }',
    before: async () => {
      await addWaiting();
      const key = {
        apiKey: vault.seal(planted, 'email_settings.api_key', onlyRow),
        apiKeyTail: '3PXP',
        isActive: false,
      };
      await rows().insert(EmailSettings, { id: 1, ...key } as EmailSettings);
    },
  },
  resendBroadcast: {
    action: 'email.broadcast_again',
    call: 'resendBroadcast(id: $id) { id }',
    subject: 'Open',
    before: addUnsent,
  },
  savePaymentSettings: {
    action: 'payments.update',
    call: `savePaymentSettings(input: { secretKey: "sk_test_${planted}", webhookSecret: "whsec_${planted}" }) { livemode }`,
  },
  setPurchasingEnabled: {
    action: 'payments.purchasing',
    call: 'setPurchasingEnabled(enabled: true) { purchasingEnabled }',
  },
  testStripe: { action: 'payments.test', call: 'testStripe { success }', before: () => saveKey() },
  reconcileBilling: {
    action: 'payments.reconcile',
    call: 'reconcileBilling { what }',
    before: () => saveKey(),
  },
  replayStripeEvent: {
    action: 'payments.replay',
    call: 'replayStripeEvent(id: $id) { id }',
    subject: 'invoice.paid evt_1',
    before: () =>
      rows().insert(
        StripeEvent,
        Object.assign(new StripeEvent(), {
          id: cast.bob.userId,
          stripeId: 'evt_1',
          type: 'invoice.paid',
          livemode: false,
          createdAt: new Date(),
        }),
      ),
  },
  ...siteActions(() => ({ running, cast })),
  resetTwoFactor: { action: '2fa.reset', call: 'resetTwoFactor(id: $id)', before: giveBobTwoFactors },
};

let running: Running;
let stripe: StripeStandIn;
let cast: Cast;

beforeAll(async () => {
  stripe = await startStripe();
  running = await startServer({ config: { stripeApiUrl: stripe.url } });
});
afterAll(async () => {
  await running.close();
  await stripe.close();
});
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const ask = (call: string, person = cast.grace) =>
  call.includes('$id')
    ? as(person).ask(`mutation($id: ID!) { ${call} }`, { id: cast.bob.userId })
    : as(person).ask(`mutation { ${call} }`);
const entries = () => rows().find(AuditEntry, {}, { orderBy: { id: 'asc' } });

test('Every change that administrators may make is listed here', () => {
  const theirs = Object.entries(audience)
    .filter(([field, access]) => field.startsWith('mutation ') && access === 'admin')
    .map(([field]) => field.replace('mutation ', ''));
  expect(Object.keys(cases).sort()).toEqual(theirs.sort());
});

describe.each(Object.entries(cases))('%s', (_name, { action, call, subject, before }) => {
  test('leaves exactly one entry, which says who made it and from where, without a secret', async () => {
    await before?.();
    const { passwordHash } = await rows().findOneOrFail(User, { id: cast.bob.userId });
    expect(await ask(call)).not.toHaveProperty('errors');
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      action,
      actor: cast.grace.email,
      actorId: cast.grace.userId,
      ipAddress: '127.0.0.1',
      ...(call.includes('$id') && {
        subject: typeof subject === 'function' ? subject() : (subject ?? cast.bob.email),
        subjectId: cast.bob.userId,
      }),
    });
    const written = JSON.stringify(entry);
    for (const secret of [planted, passwordHash, cast.bob.token, cast.grace.token]) {
      expect(written).not.toContain(secret);
    }
  });

  test('leaves no entry when it is refused', async () => {
    await before?.();
    expect(await ask(call, cast.alice)).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHORIZED' } }] });
    expect(await entries()).toEqual([]);
  });
});
