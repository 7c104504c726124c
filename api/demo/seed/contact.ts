import type { EntityManager } from '@mikro-orm/postgresql';
import {
  ContactReply,
  ContactStatus,
  ContactSubmission,
} from '#api/features/contact/contact-submission.entity.ts';
import { ContactSettings, SavedReply } from '#api/features/contact/contact-settings.entity.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** What visitors wrote before the demo began; `ago` and `waited` in milliseconds. */
const messages = [
  {
    name: 'Hannah Krüger',
    email: 'h.krueger@kanzlei-nord.test',
    subject: 'Does every site count as a controller?',
    message: `Hello,

we look after eleven law offices. Each has a UniFi gateway of its own, all under one ui.com account, about 140 devices together.

Do we need eleven controllers in your plan or one? And can our clients get the alerts of their own office only?

Kind regards
Hannah Krüger`,
    status: ContactStatus.new,
    ago: 2.4 * hour,
  },
  {
    name: 'Tom Whitfield',
    email: 'tom@whitfield-it.test',
    subject: 'HaloPSA tickets for access points only',
    message: `Hi, on trial since Monday and it works well. Is there a way to open tickets in HaloPSA for access points and gateways, but to leave switches to the Slack channel?

Tom`,
    status: ContactStatus.read,
    adminNotes: 'On Professional. Asked for an example of two rules.',
    ago: 9 * hour,
  },
  {
    name: 'Priya Nair',
    email: 'priya.nair@brightside-schools.test',
    subject: 'Invoice with our purchase order number',
    message:
      'Our finance team needs the purchase order number BS-20417 on the monthly invoice. Where do we enter it?',
    status: ContactStatus.replied,
    ago: 3 * day,
    waited: 3.2 * hour,
    reply: `Hello Priya,

open Billing, then Payment Method: the details there stand on each invoice from the next one on. Add the number behind your company's name.

Best wishes
Alex`,
  },
];

const replies = [
  {
    title: 'Sites and controllers',
    text: 'A controller is one UniFi console or one ui.com account that we read. All sites that it manages are included; what counts besides is the number of devices.',
  },
  {
    title: 'The trial',
    text: 'You can try any package for 14 days without a card. When it ends nothing is charged; your data stays for as long as the package keeps it.',
  },
];

/** Adds three messages of visitors, answers that are given often, and how the operator can be reached. */
export function addContact(em: EntityManager): void {
  em.create(ContactSettings, {
    id: 1,
    supportEmail: 'support@netlantern.test',
    supportPhone: '+44 20 7946 0123',
    businessAddress: 'Netlantern Ltd\n12 Lantern Yard\nLondon E1 6AN',
  });
  for (const { ago, waited, reply, adminNotes = '', ...written } of messages) {
    const createdAt = new Date(Date.now() - ago);
    const respondedAt = waited === undefined ? null : new Date(createdAt.getTime() + waited);
    const submission = em.create(ContactSubmission, { ...written, adminNotes, createdAt, respondedAt });
    if (reply && respondedAt)
      em.create(ContactReply, { submission, message: reply, by: 'Alex Reed', at: respondedAt });
  }
  for (const reply of replies) em.create(SavedReply, reply);
}
