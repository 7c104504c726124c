import { brandingOf } from '#api/features/branding/branding.service.ts';
import { asSender } from '#api/features/branding/sender.ts';
import { render } from '#api/features/email/letter.ts';
import { MailFailure } from '#api/features/email/message.ts';
import { sendMessage } from '#api/features/email/send-message.ts';
import { organizationOf } from '#api/features/organization/read-organization.ts';
import { DeliveryKind } from '../delivery.entity.ts';
import type { Verdict } from './attempt.ts';
import type { Channel } from './channel.ts';
import { alertLetter } from './email-message.ts';
import { mailRetries } from './retries.ts';

/** Mail, one to each recipient. */
export const email: Channel = {
  summarises: true,
  atOnce: 1,
  spacingMs: 0,
  retries: mailRetries,
  async send(app, _config, parcel) {
    const { id, recipient: to, unsubscribeUrl, told } = parcel;
    const began = performance.now();
    const took = () => ({ durationMs: Math.round(performance.now() - began) });
    const letter = alertLetter(parcel);
    // All mails about one alert stand together in programs that show conversations.
    const thread = told.kind === DeliveryKind.summary ? undefined : told.alert.id;
    try {
      const { kind } = letter;
      const taken = await sendMessage(app, undefined, {
        id,
        to,
        kind,
        unsubscribeUrl,
        thread,
        ...render(letter, asSender(await brandingOf(app), await organizationOf(app))),
      });
      return { result: 'sent', ...taken, ...took() };
    } catch (error) {
      if (error instanceof MailFailure) return { ...outcomeOf(error), ...took() };
      throw error;
    }
  },
};

function outcomeOf({ message, permanent, retryAfterMs: afterMs }: MailFailure): Verdict {
  const reason = /[.!?]$/.test(message) ? message : `${message}.`;
  if (permanent) return { result: 'failed', reason };
  return { result: 'retry', scope: 'message', reason, ...(afterMs !== undefined && { afterMs }) };
}
