import { expect } from 'vitest';
import { iconForm } from './contract.icon.ts';
import { mailKey, type Row } from './contract.world.ts';

const text = expect.any(String);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const number = expect.any(Number);
const list = expect.any(Array);
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
const seo = {
  pageTitle: 'Lantern: your networks, watched',
  metaDescription: 'Knows before your users do.',
  keywords: 'unifi, monitoring',
  canonicalUrl: 'https://lantern.example/',
  ogTitle: 'Lantern',
  ogDescription: 'Watches UniFi networks',
  ogImage: '',
  twitterCard: 'summary_large_image',
};
const sitemap = {
  domain: 'https://lantern.example',
  includeHomepage: true,
  includeStaticPages: true,
  customUrls: '/blog\n/prices',
  updateFrequency: 'weekly',
  priority: 0.5,
};
const advanced = {
  robotsTxt: 'User-agent: *\nAllow: /',
  customSitemap: '',
  structuredDataEnabled: true,
  customStructuredData: '',
  analyticsCode: '',
  customHeadTags: '',
  searchConsoleVerification: 'abc_123',
  bingVerification: '',
  yandexVerification: '',
  redirectRules: '/old-prices -> /packages',
};
const site = {
  siteName: 'Lantern',
  logoUrl: '',
  logoWidth: 150,
  logoHeight: 50,
  primaryColor: '#2563eb',
  secondaryColor: '#64748b',
  accentColor: '#10b981',
  customCss: '',
};
const item = { title: 'Status', url: 'https://status.example', order: 5, isExternal: true, isVisible: true };
const footer = {
  companyName: 'Lantern Ltd',
  description: 'We watch',
  copyrightText: '© Lantern',
  showSocialLinks: true,
  showQuickLinks: true,
  showCompanyInfo: true,
};
const link = { platform: 'github', url: 'https://github.com/lantern', order: 0, isVisible: true };
const homepage = {
  heroTitle: 'Know first',
  heroSubtitle: 'Before they call',
  heroCtaPrimary: 'Start',
  heroCtaSecondary: 'See it',
  statsUsersCount: '500+',
  statsUsersLabel: 'users',
  statsAlertsCount: '1M',
  statsAlertsLabel: 'alerts',
  statsUptimeCount: '99.9%',
  statsUptimeLabel: 'uptime',
  finalCtaTitle: 'Ready?',
  finalCtaSubtitle: 'It takes minutes',
  finalCtaPrimary: 'Go',
  finalCtaSecondary: 'Ask us',
};
const contact = {
  supportEmail: 'help@example.test',
  supportPhone: '+44 20 7946 0000',
  businessAddress: '1 High St',
};
const message = { name: 'Vic', email: 'vic@example.test', subject: 'Prices', message: 'How much is it?' };
const mail = { apiKey: mailKey, fromEmail: 'alerts@example.test', fromName: 'Alerts', isActive: true };

/** The empty text of an address is none. */
const withNone = <T extends { logoUrl: string }>(fields: T) => ({
  ...fields,
  logoUrl: null,
  ...('faviconUrl' in fields && { faviconUrl: null }),
});

const readAndWrite = (path: string, fields: object, answers: object = fields): Row[] => [
  { by: 'ada', call: `PUT ${path}`, sends: fields, answers },
  { by: 'ada', call: `GET ${path}`, answers },
];

/** Section 7 of the administrator's side, in an order in which each call has what it needs. */
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
  ...readAndWrite('/api/admin/seo', seo),
  ...readAndWrite('/api/admin/seo/sitemap', sitemap),
  {
    by: 'ada',
    call: 'POST /api/admin/seo/sitemap/generate',
    answers: { status: 'active', lastGenerated: time },
  },
  {
    by: 'ada',
    call: 'GET /api/admin/seo/sitemap/download',
    answers: { content: expect.stringContaining('<urlset') },
  },
  ...readAndWrite('/api/admin/seo/advanced', advanced),
  { by: 'ada', call: 'POST /api/admin/seo/robots/generate', answers: {} },
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
    answers: { fromEmail: mail.fromEmail, fromName: 'Alerts', isActive: true },
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
  ...readAndWrite('/api/admin/website/branding', site, withNone(site)),
  {
    by: 'ada',
    call: 'POST /api/admin/website/menu',
    sends: item,
    answers: { ...item, id: text },
    makes: 'item',
  },
  { by: 'ada', call: 'GET /api/admin/website/menu', answers: some(item) },
  {
    by: 'ada',
    call: 'PUT /api/admin/website/menu/:id',
    of: 'item',
    sends: { isVisible: false },
    answers: { ...item, isVisible: false },
  },
  { by: 'ada', call: 'DELETE /api/admin/website/menu/:id', of: 'item', answers: {} },
  ...readAndWrite('/api/admin/website/footer', footer),
  {
    by: 'ada',
    call: 'POST /api/admin/website/social',
    sends: link,
    answers: { ...link, id: text },
    makes: 'link',
  },
  { by: 'ada', call: 'GET /api/admin/website/social', answers: some(link) },
  {
    by: 'ada',
    call: 'PUT /api/admin/website/social/:id',
    of: 'link',
    sends: { isVisible: false },
    answers: { ...link, isVisible: false },
  },
  { by: 'vic', call: 'GET /api/social', answers: list },
  { by: 'ada', call: 'DELETE /api/admin/website/social/:id', of: 'link', answers: {} },
  ...readAndWrite('/api/admin/website/homepage', homepage),
  {
    by: 'ada',
    call: 'POST /api/admin/website/favicon',
    sends: iconForm,
    answers: { message: text, url: text },
  },
  { by: 'vic', call: 'GET /api/branding', answers: { siteName: 'Lantern', accentColor: '#10b981' } },
  { by: 'vic', call: 'GET /api/menu', answers: list },
  { by: 'vic', call: 'GET /api/footer', answers: footer },
  { by: 'vic', call: 'GET /api/homepage', answers: homepage },
  { by: 'vic', call: 'GET /api/seo', answers: seo },
];
