import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid, type Outcome, Unavailable } from '#api/lib/errors.ts';
import { isMask, onlyRow, vault } from '#api/security/secrets.ts';
import type { Answer } from '#api/graphql/schema/answer.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { record } from '../audit/audit.service.ts';
import { senderOf } from '../branding/sender.store.ts';
import type { AuditDetails } from '../audit/audit-entry.entity.ts';
import { queueWaitingBroadcasts } from './broadcast.store.ts';
import { EmailSettings } from './email-settings.entity.ts';
import type { EmailSettingsInput, TestEmailInput } from './email-settings.input.ts';
import { render } from './email-content.ts';
import { OutboxEmail, EmailStatus } from './outbox-email.entity.ts';
import { EmailFailure } from './message.ts';
import { queueEmail } from './outbox.store.ts';
import { sendMessage, recordSetupFailure } from './send-message.store.ts';
import { checkKey } from './sendgrid.client.ts';

export function emailSettings({ em }: ViewerContext): Promise<EmailSettings> {
  return loadSingleton(em, EmailSettings);
}

/**
 * Saves settings, which apply to the next email and to queued ones. A key is saved even if it can't be
 * checked, because the provider may be down for long. @throws Invalid without a key, or for a rejected key
 */
export async function saveEmailSettings(
  ctx: ViewerContext,
  input: EmailSettingsInput,
): Promise<EmailSettings> {
  await loadSingleton(ctx.em, EmailSettings);
  const unchecked = await whyUnchecked(ctx, input);
  return ctx.em.transactional(async (em) => {
    const settings = await em.findOneOrFail(
      EmailSettings,
      { id: 1 },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    const before = described(settings);
    const key = keyOf(input);
    if (key === undefined && !settings.apiKeyTail) throw new Invalid({ apiKey: 'API key is required' });
    em.assign(settings, {
      ...key,
      fromEmail: input.fromEmail.trim(),
      fromName: input.fromName.trim(),
      isActive: input.isActive ?? settings.isActive,
      failure: null,
      failingSince: null,
    });
    if (unchecked && settings.isActive) em.assign(settings, { failure: unchecked, failingSince: new Date() });
    await em.flush();
    const waiting = { status: EmailStatus.waiting, text: { $ne: null }, failure: { $ne: null } };
    const own = { ...waiting, broadcast: null };
    for (const { id } of await em.find(OutboxEmail, own, { fields: ['id'] })) await queueEmail(em, id);
    await queueWaitingBroadcasts(em);
    const after = { ...described(settings), ...(key && { apiKey: key.apiKey ? 'changed' : 'removed' }) };
    await record(em, ctx, { action: 'email.update', subject: 'Email settings', before, after });
    return settings;
  });
}

/**
 * Why the provider couldn't check a new key, or undefined if it accepted it. @throws Invalid for a rejected
 * key
 */
async function whyUnchecked(
  { app }: ViewerContext,
  { apiKey, fromEmail, fromName }: EmailSettingsInput,
): Promise<string | undefined> {
  const key = newKey(apiKey);
  if (!key) return undefined;
  try {
    await checkKey({ url: app.config.sendgridApiUrl, apiKey: key, fromEmail, fromName }, patience);
    return undefined;
  } catch (error) {
    if (!(error instanceof EmailFailure)) throw error;
    if (error.isSetUp) throw new Invalid({ apiKey: "SendGrid doesn't accept this API key" });
    return `The API key was saved, but we couldn't check it: ${error.message}.`;
  }
}

const newKey = (apiKey: string | null | undefined) => (isMask(apiKey) ? undefined : apiKey?.trim());

/** The new key. Undefined keeps the saved one. */
function keyOf({ apiKey, removeApiKey }: EmailSettingsInput) {
  const given = newKey(apiKey);
  if (given)
    return {
      apiKey: vault.seal(given, 'email_settings.api_key', onlyRow),
      apiKeyTail: given.slice(-4),
    };
  return removeApiKey ? { apiKey: null, apiKeyTail: null } : undefined;
}

function described({ fromEmail, fromName, isActive }: EmailSettings): AuditDetails {
  return { fromEmail, fromName, isActive };
}

/** Milliseconds that an administrator waits for the provider. A later response is still counted. */
const patience = 4500;

/**
 * Sends a test email with the current transport and returns the response. @throws Conflict if no key is
 * saved, Unavailable if it wasn't accepted
 */
export async function sendTestEmail(
  ctx: ViewerContext,
  { recipientEmail, subject, message }: TestEmailInput,
): Promise<Answer> {
  const { apiKeyTail } = await emailSettings(ctx);
  if (!apiKeyTail) throw new Conflict('Save an API key first.');
  const to = recipientEmail.trim();
  const letter = render(
    { kind: 'test', subject, heading: subject, paragraphs: message.split(/\n\s*\n/) },
    await senderOf(ctx.em),
  );
  const answered = await within(patience, answerTo(ctx, to, letter));
  const auditEntry = answered.taken
    ? { action: 'email.test' }
    : { action: 'email.test_failed', after: { answer: answered.message } };
  await ctx.em.transactional((em) => record(em, ctx, { ...auditEntry, subject: to }));
  if (!answered.taken) throw new Unavailable(answered.message, { outcome: answered.outcome });
  return { message: answered.message };
}

type Answered = { taken: true; message: string } | { taken: false; message: string; outcome: Outcome };

async function answerTo(
  { app }: ViewerContext,
  to: string,
  letter: ReturnType<typeof render>,
): Promise<Answered> {
  const id = randomUUID();
  try {
    const { answer } = await sendMessage(app, undefined, { id, to, kind: 'test', ...letter });
    return { taken: true, message: answer ?? 'The email was accepted.' };
  } catch (error) {
    if (!(error instanceof EmailFailure)) throw error;
    const em = app.orm.em.fork();
    // Test emails aren't retried.
    await em.nativeUpdate(OutboxEmail, { id }, { status: EmailStatus.failed });
    // The failure affects other email too, unless it is about this address or text.
    if (!error.permanent && !error.isSetUp) await recordSetupFailure(em, error.message);
    const outcome = error.mayBeTaken ? 'unknown' : 'refused';
    return { taken: false, message: error.message, outcome };
  }
}

function within(milliseconds: number, answer: Promise<Answered>): Promise<Answered> {
  const { promise, resolve } = Promise.withResolvers<Answered>();
  const message = 'No response yet. Check Email Usage to see whether it was delivered.';
  const timer = setTimeout(() => resolve({ taken: false, message, outcome: 'unknown' }), milliseconds);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
