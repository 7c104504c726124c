import type { EmailContent } from '#api/features/email/email-content.ts';
import { dayText, moneyText, periodOf } from '../format.ts';
import type { Card, InvoiceSnapshot, SubscriptionSnapshot } from '../sync/snapshot.ts';

interface Place {
  publicUrl: string;
}

/** The package, as the operator named it. */
type Plan = { name: string } | null | undefined;

const note = "You're receiving this email because you own this team.";
const billing = ({ publicUrl }: Place) => ({ label: 'Open billing', url: `${publicUrl}/billing` });
const packages = ({ publicUrl }: Place) => ({ label: 'Choose a package', url: `${publicUrl}/packages` });
const nameOf = (plan: Plan) => plan?.name ?? 'your package';
const cardText = (card: Card) => (card.last4 ? `your card ending ${card.last4}` : 'your payment method');

/** For teams on a trial without a subscription. */
export const trialEnds = (place: Place, plan: Plan, end: Date): EmailContent => ({
  kind: 'billing-trial-ends',
  subject: 'Your trial ends soon',
  heading: `Your trial ends on ${dayText(end)}`,
  paragraphs: [
    `You can use ${nameOf(plan)} until then. You won't be charged when it ends.`,
    'Subscribe before then to keep monitoring running. Otherwise it pauses, and we keep your data for as long as your package allows.',
  ],
  action: packages(place),
  note,
});

export const trialEnded = (place: Place, plan: Plan): EmailContent => ({
  kind: 'billing-trial-ended',
  subject: 'Your trial has ended',
  heading: 'Your trial has ended',
  paragraphs: [
    `Your trial of ${nameOf(plan)} has ended. Your controllers are no longer monitored, and no one is notified about alerts.`,
    'We keep your settings and data for as long as your package allows. Subscribe to resume monitoring.',
  ],
  action: packages(place),
  note,
});

/** For trials with a subscription: announces the first charge, or asks for the missing card. */
export const firstPayment = (place: Place, plan: Plan, one: SubscriptionSnapshot): EmailContent => {
  const end = one.trialEnd ? dayText(one.trialEnd) : 'soon';
  const amount = moneyText(one.amount, one.currency);
  return {
    kind: 'billing-first-payment',
    subject: one.paymentMethod ? 'Your first payment is due soon' : 'Your trial ends soon',
    heading: `Your trial ends on ${end}`,
    paragraphs: one.paymentMethod
      ? [
          `From then on ${nameOf(plan)} costs ${amount} a month. We'll charge ${cardText(one.paymentMethod)} on that day.`,
          "If you don't want to continue, cancel before then and you won't be charged.",
        ]
      : [
          `From then on ${nameOf(plan)} costs ${amount} a month, but we have no card to charge. Without one, your subscription ends with the trial and monitoring pauses.`,
        ],
    action: one.paymentMethod ? billing(place) : { label: 'Add a card', url: `${place.publicUrl}/billing` },
    note,
  };
};

export const paymentFailed = (place: Place, invoice: InvoiceSnapshot, graceEnd: Date): EmailContent => ({
  kind: 'billing-payment-failed',
  subject: "Your payment didn't go through",
  heading: "Your payment didn't go through",
  paragraphs: [
    `We couldn't collect your payment of ${moneyText(invoice.amountRemaining, invoice.currency)}. Monitoring continues until ${dayText(graceEnd)}, then pauses until you pay.`,
    invoice.nextAttemptAt
      ? `We'll try again on ${dayText(invoice.nextAttemptAt)}. If your card won't work by that day, add another one.`
      : "We won't try again automatically. Add another card, or pay the invoice.",
  ],
  action: billing(place),
  note,
});

export const actionRequired = (invoice: InvoiceSnapshot, hostedUrl: string): EmailContent => ({
  kind: 'billing-action-required',
  subject: 'Confirm your payment with your bank',
  heading: 'Confirm your payment with your bank',
  paragraphs: [
    `A payment of ${moneyText(invoice.amountRemaining, invoice.currency)} needs your confirmation. Your bank asks you to approve it, and it stays unpaid until you do.`,
  ],
  action: { label: 'Confirm the payment', url: hostedUrl },
  note: `${note} The link opens a page of Stripe, our payment provider.`,
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
    action: { label: 'View invoices', url: `${place.publicUrl}/billing` },
    note,
  };
};

export const ended = (place: Place, plan: Plan, until: Date | null, now: Date): EmailContent => ({
  kind: 'billing-ended',
  subject: 'Your subscription has ended',
  heading: 'Your subscription has ended',
  paragraphs: [
    `Your subscription to ${nameOf(plan)} has ended, and you won't be charged again.`,
    until && until > now
      ? `Monitoring continues until ${dayText(until)}, when your trial ends.`
      : 'Your controllers are no longer monitored, and no one is notified about alerts. We keep your settings and data for as long as your package allows.',
  ],
  action: packages(place),
  note,
});

export const packageChanged = (place: Place, plan: Plan, one: SubscriptionSnapshot): EmailContent => ({
  kind: 'billing-package-changed',
  subject: 'Your package has changed',
  heading: `You're now on ${nameOf(plan)}`,
  paragraphs: [`It costs ${moneyText(one.amount, one.currency)} a month. Its limits apply now.`],
  action: billing(place),
  note,
});

export const changeExpired = (place: Place, plan: Plan, wanted: Plan): EmailContent => ({
  kind: 'billing-change-expired',
  subject: "Your package wasn't changed",
  heading: `You're still on ${nameOf(plan)}`,
  paragraphs: [
    `The payment for the change to ${wanted?.name ?? 'another package'} wasn't made in time, so your package stays the same. You won't be charged for the change.`,
  ],
  action: billing(place),
  note,
});
