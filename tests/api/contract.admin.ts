import { expect } from 'vitest';
import { mailKey, readAndWrite, withNone, type Row } from './contract.world.ts';

const text = expect.any(String);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const number = expect.any(Number);
const done = { message: text };
const some = (fields: object) => expect.arrayContaining([expect.objectContaining(fields)]);

const plan = {
  name: 'Campus Plan',
  description: 'For schools',
  price: '49.99',
  currency: 'GBP',
  stripePriceId: 'price_campus_gbp',
  stripePriceIdUsd: 'price_campus_usd',
  maxControllers: 10,
  maxDevices: -1,
  maxAlertsPerMonth: 1000,
  dataRetentionDays: 30,
  features: ['Live alerts', 'HaloPSA'],
  isActive: true,
};
const template = {
  name: 'On call',
  type: 'chat',
  description: 'Tells who is on call',
  icon: 'message-circle',
  configSchema: {
    properties: { webhookUrl: { type: 'string' }, channel: { type: 'string' } },
    required: ['webhookUrl'],
  },
  isActive: true,
};
const branding = {
  platformName: 'Lantern',
  companyName: 'Lantern Ltd',
  supportEmail: 'help@example.test',
  logoUrl: '',
  faviconUrl: '',
  primaryColor: '#3b82f6',
  secondaryColor: '#64748b',
  customCss: '',
  footerText: 'Calm networks',
};
const security = {
  sessionTimeout: 30,
  maxLoginAttempts: 5,
  lockoutDuration: 15,
  requireTwoFactor: false,
  passwordMinLength: 10,
  passwordRequireSpecial: true,
  allowedIpRanges: [],
};
const contact = {
  supportEmail: 'help@example.test',
  supportPhone: '+44 20 7946 0000',
  businessAddress: '1 High St',
};
const message = { name: 'Vic', email: 'vic@example.test', subject: 'Prices', message: 'How much is it?' };
const mail = { apiKey: mailKey, fromEmail: 'alerts@example.test', fromName: 'Alerts', isActive: true };

/** Section 7 of the administrator's side but for the public site, in an order in which each call has what it needs. */
export const adminCalls: Row[] = [
  {
    by: 'ada',
    call: 'GET /api/admin/stats',
    answers: { totalUsers: number, activeSubscriptions: number, monthlyRevenue: number },
  },
  {
    by: 'ada',
    call: 'GET /api/admin/analytics',
    answers: {
      totalUsers: number,
      userGrowth: null,
      activeSubscriptions: 0,
      monthlyRevenue: 0,
      revenueGrowth: null,
      systemUptime: null,
      totalAlerts: 0,
      activeControllers: number,
    },
  },
  {
    by: 'ada',
    call: 'GET /api/admin/users',
    answers: some({
      id: text,
      email: 'alice@netlantern.test',
      firstName: 'Alice',
      lastName: 'Tester',
      companyName: "Alice's company",
      role: 'user',
      suspended: false,
      createdAt: time,
      stripeSubscriptionId: null,
      subscriptionStatus: 'active',
    }),
  },
  {
    by: 'ada',
    call: 'PUT /api/admin/users/:id',
    of: 'bob',
    sends: { suspended: true },
    answers: { suspended: true },
  },
  {
    by: 'ada',
    call: 'PUT /api/admin/users/:id',
    of: 'bob',
    sends: { firstName: 'Robert', lastName: 'Builder', companyName: 'Bob & Co', role: 'user' },
    answers: { firstName: 'Robert', lastName: 'Builder', companyName: 'Bob & Co', role: 'user' },
  },
  {
    by: 'ada',
    call: 'PUT /api/admin/purchasing-enabled',
    sends: { enabled: false },
    answers: { purchasingEnabled: false },
  },
  {
    by: 'vic',
    call: 'GET /api/stripe/config',
    answers: { stripePublishableKey: text, purchasingEnabled: false },
  },
  { by: 'ada', call: 'POST /api/admin/packages', sends: plan, answers: { ...plan, id: text }, makes: 'plan' },
  { by: 'ada', call: 'GET /api/admin/packages', answers: some(plan) },
  {
    by: 'ada',
    call: 'PUT /api/admin/packages/:id',
    of: 'plan',
    sends: { ...plan, price: 59.99 },
    answers: { price: '59.99' },
  },
  { by: 'ada', call: 'DELETE /api/admin/packages/:id', of: 'plan', answers: {} },
  {
    by: 'ada',
    call: 'POST /api/admin/integration-templates',
    sends: template,
    answers: { ...template, id: text },
    makes: 'template',
  },
  {
    by: 'ada',
    call: 'GET /api/admin/integration-templates',
    answers: some({ name: 'On call', isActive: true }),
  },
  {
    by: 'ada',
    call: 'PUT /api/admin/integration-templates/:id',
    of: 'template',
    sends: { ...template, isActive: false },
    answers: { isActive: false },
  },
  { by: 'ada', call: 'DELETE /api/admin/integration-templates/:id', of: 'template', answers: {} },
  {
    by: 'ada',
    call: 'GET /api/admin/settings',
    answers: some({
      id: text,
      key: text,
      value: text,
      description: text,
      type: 'text',
      category: 'organization',
      isEditable: true,
    }),
  },
  {
    by: 'ada',
    call: 'PUT /api/admin/settings/organisation_name',
    sends: { value: 'Lantern Ltd' },
    answers: { key: 'organisation_name', value: 'Lantern Ltd' },
  },
  ...readAndWrite('/api/admin/branding', branding, withNone(branding)),
  ...readAndWrite('/api/admin/security', security),
  {
    by: 'ada',
    call: 'POST /api/admin/stripe/config',
    sends: ({ shop: { stripe } }) => ({
      publishableKey: stripe.publishableKey,
      secretKey: stripe.secretKey,
      webhookSecret: stripe.webhookSecret,
    }),
    answers: { stripePublishableKey: text },
  },
  {
    by: 'ada',
    call: 'GET /api/admin/stripe',
    answers: {
      stripePublishableKey: text,
      stripeSecretKey: expect.stringMatching(/^••••/),
      stripeWebhookSecret: text,
    },
  },
  {
    by: 'vic',
    call: 'POST /api/waitlist',
    sends: ({ prices }) => ({
      email: 'vic@example.test',
      packageId: prices.starter.id,
      packageName: 'Starter Plan',
    }),
    answers: done,
  },
  {
    by: 'ada',
    call: 'GET /api/admin/waitlist',
    answers: some({
      id: text,
      email: 'vic@example.test',
      packageId: text,
      packageName: 'Starter Plan',
      createdAt: time,
    }),
  },
  {
    by: 'ada',
    call: 'PUT /api/admin/email-settings',
    sends: mail,
    answers: { fromEmail: mail.fromEmail, isActive: true },
  },
  {
    by: 'ada',
    call: 'GET /api/admin/email-settings',
    answers: {
      apiKey: expect.stringMatching(/^••••/),
      fromEmail: mail.fromEmail,
      fromName: 'Alerts',
      isActive: true,
    },
  },
  {
    by: 'ada',
    call: 'POST /api/admin/email-settings/test',
    sends: { recipientEmail: 'ada@example.test', subject: 'Test', message: 'Does it arrive?' },
    answers: done,
  },
  {
    by: 'ada',
    call: 'POST /api/admin/email-settings/send-waitlist',
    sends: { subject: 'We are open', message: '<p>Come in</p>' },
    answers: { recipientCount: 1 },
  },
  ...readAndWrite('/api/admin/contact-settings', contact),
  { by: 'vic', call: 'GET /api/contact/contact-settings', answers: contact },
  { by: 'vic', call: 'POST /api/contact/submit', sends: message, answers: done },
  {
    by: 'ada',
    call: 'GET /api/admin/contact-submissions',
    answers: [{ ...message, id: text, status: 'new', adminNotes: '', ipAddress: text, createdAt: time }],
    makes: 'submission',
  },
  {
    by: 'ada',
    call: 'PUT /api/admin/contact-submissions/:id',
    of: 'submission',
    sends: { status: 'replied', adminNotes: 'Called back' },
    answers: { status: 'replied', adminNotes: 'Called back' },
  },
  { by: 'ada', call: 'DELETE /api/admin/contact-submissions/:id', of: 'submission', answers: {} },
];
