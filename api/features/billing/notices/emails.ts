import type { EmailContent } from '#api/features/email/email-content.ts';
import { dayText, moneyText, periodOf } from '../format.ts';
import type { Card, InvoiceSnapshot, SubscriptionSnapshot } from '../sync/snapshot.ts';

/** Where the links of the letters lead. */
interface Place {
  publicUrl: string;
}

/** What is paid for; the operator has named it. */
type Plan = { name: string } | null | undefined;

const note = 'You get this mail because you own the team that it is about.';
const billing = ({ publicUrl }: Place) => ({ label: 'Open billing', url: `${publicUrl}/billing` });
const packages = ({ publicUrl }: Place) => ({ label: 'Choose a package', url: `${publicUrl}/packages` });
const nameOf = (plan: Plan) => plan?.name ?? 'your package';
const cardText = (card: Card) => (card.last4 ? `your card ending ${card.last4}` : 'what you pay with');

/** Of a team that tries without having subscribed. */
export const trialEnds = (place: Place, plan: Plan, end: Date): EmailContent => ({
  kind: 'billing-trial-ends',
  subject: 'Your trial ends soon',
  heading: `Your trial ends on ${dayText(end)}`,
  paragraphs: [
    `Until then ${nameOf(plan)} is yours to try. Nothing is charged when it ends.`,
    'Subscribe before that day, and monitoring goes on without a break. Otherwise it pauses, and your data stays for the time that your package keeps it.',
  ],
  action: packages(place),
  note,
});

export const trialEnded = (place: Place, plan: Plan): EmailContent => ({
  kind: 'billing-trial-ended',
  subject: 'Your trial has ended',
  heading: 'Your trial has ended',
  paragraphs: [
    `The trial of ${nameOf(plan)} is over, so your controllers are not watched and nobody is told of alerts.`,
    'Your settings and data stay for the time that your package keeps them. Subscribe, and monitoring goes on where it paused.',
  ],
  action: packages(place),
  note,
});

/** Of a subscription whose trial ends: what will be charged, or that a card is missing. */
export const firstPayment = (place: Place, plan: Plan, one: SubscriptionSnapshot): EmailContent => {
  const end = one.trialEnd ? dayText(one.trialEnd) : 'soon';
  const amount = moneyText(one.amount, one.currency);
  return {
    kind: 'billing-first-payment',
    subject: one.paymentMethod ? 'Your first payment is due soon' : 'Your trial ends soon',
    heading: `Your trial ends on ${end}`,
    paragraphs: one.paymentMethod
      ? [
          `From then on ${nameOf(plan)} costs ${amount} a month. The first payment is taken from ${cardText(one.paymentMethod)} on that day.`,
          'If you do not want to go on, cancel before; then nothing is charged.',
        ]
      : [
          `From then on ${nameOf(plan)} costs ${amount} a month, and no card is there to pay it. Without one your subscription ends with the trial, and monitoring pauses.`,
        ],
    action: one.paymentMethod ? billing(place) : { label: 'Add a card', url: `${place.publicUrl}/billing` },
    note,
  };
};

export const paymentFailed = (place: Place, invoice: InvoiceSnapshot, graceEnd: Date): EmailContent => ({
  kind: 'billing-payment-failed',
  subject: 'Your payment did not go through',
  heading: 'Your payment did not go through',
  paragraphs: [
    `${moneyText(invoice.amountRemaining, invoice.currency)} could not be taken. Everything goes on until ${dayText(graceEnd)}; then monitoring pauses until the payment is made.`,
    invoice.nextAttemptAt
      ? `The payment is tried again on ${dayText(invoice.nextAttemptAt)}. You need do nothing if the card is good by then; otherwise give another one.`
      : 'It is not tried again by itself. Give another card, or pay the invoice.',
  ],
  action: billing(place),
  note,
});

export const actionRequired = (invoice: InvoiceSnapshot, hostedUrl: string): EmailContent => ({
  kind: 'billing-action-required',
  subject: 'Your bank asks you to confirm a payment',
  heading: 'Your bank asks you to confirm a payment',
  paragraphs: [
    `A payment of ${moneyText(invoice.amountRemaining, invoice.currency)} waits for you: your bank wants to hear from you that it is right. Until then it counts as not paid.`,
  ],
  action: { label: 'Confirm the payment', url: hostedUrl },
  note: `${note} The page is one of Stripe's, who takes the payments.`,
});

export const receipt = (place: Place, plan: Plan, invoice: InvoiceSnapshot): EmailContent => {
  const { number, amountPaid, currency, paidAt, periodStart, periodEnd } = invoice;
  return {
    kind: 'billing-receipt',
    subject: `Your receipt${number ? ` ${number}` : ''}`,
    heading: 'Thank you for your payment',
    paragraphs: [`We received ${moneyText(amountPaid, currency)} for ${nameOf(plan)}.`],
    facts: [
      ...(number ? [{ label: 'Invoice', value: number }] : []),
      { label: 'Paid', value: moneyText(amountPaid, currency) },
      ...(paidAt ? [{ label: 'On', value: dayText(paidAt) }] : []),
      ...(periodStart && periodEnd ? [{ label: 'For', value: periodOf(periodStart, periodEnd) }] : []),
    ],
    action: { label: 'See your invoices', url: `${place.publicUrl}/billing` },
    note,
  };
};

export const ended = (place: Place, plan: Plan, until: Date | null, now: Date): EmailContent => ({
  kind: 'billing-ended',
  subject: 'Your subscription has ended',
  heading: 'Your subscription has ended',
  paragraphs: [
    `Your subscription to ${nameOf(plan)} is over, and nothing more is charged.`,
    until && until > now
      ? `Monitoring goes on until ${dayText(until)}, when your trial ends.`
      : 'Your controllers are not watched and nobody is told of alerts. Your settings and data stay for the time that your package keeps them.',
  ],
  action: packages(place),
  note,
});

export const packageChanged = (place: Place, plan: Plan, one: SubscriptionSnapshot): EmailContent => ({
  kind: 'billing-package-changed',
  subject: 'Your package has changed',
  heading: `You have ${nameOf(plan)} now`,
  paragraphs: [`It costs ${moneyText(one.amount, one.currency)} a month, and its limits hold from now on.`],
  action: billing(place),
  note,
});

export const changeExpired = (place: Place, plan: Plan, wanted: Plan): EmailContent => ({
  kind: 'billing-change-expired',
  subject: 'Your change of package was not made',
  heading: `You still have ${nameOf(plan)}`,
  paragraphs: [
    `The payment for the change to ${wanted?.name ?? 'another package'} was not made in time, so nothing has changed and nothing is charged for it.`,
  ],
  action: billing(place),
  note,
});
