import { expect } from 'vitest';
import { codeOf } from '#tests/support/two-factor.ts';
import { password } from '#tests/support/people.ts';
import { registration } from '#tests/support/joining.ts';
import type { Row } from './contract.world.ts';

const text = expect.any(String);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const number = expect.any(Number);
const list = expect.any(Array);
const done = { message: text };

const user = {
  id: text,
  email: 'alice@netlantern.test',
  firstName: 'Alice',
  lastName: 'Tester',
  companyName: "Alice's company",
  websiteUrl: null,
  packageId: null,
  role: 'user',
  subscriptionStatus: 'active',
  suspended: false,
  createdAt: time,
  stripeSubscriptionId: null,
  twoFactorEnabled: false,
};

const controller = {
  id: text,
  name: 'Branch',
  url: text,
  status: 'online',
  version: text,
  deviceCount: number,
  totalSites: number,
  lastSync: time,
  // The only one that the key sees.
  selectedSiteId: text,
  selectedSiteName: 'Office',
  haloEnabled: false,
  haloSeverityLevels: ['critical'],
  haloClientId: null,
  haloSiteId: null,
  haloPriority: 2,
  haloCategory: 1,
};

const plan = {
  id: text,
  name: 'Professional Plan',
  description: text,
  price: '29.99',
  currency: 'USD',
  maxControllers: 5,
  maxDevices: 100,
  maxAlertsPerMonth: 1000,
  dataRetentionDays: 30,
  features: list,
  stripePriceId: text,
  stripePriceIdUsd: text,
  isActive: true,
};

const rule = {
  name: 'Access points',
  condition: 'device_offline',
  duration: 5,
  channels: ['email', 'slack'],
  haloEnabled: false,
  haloSeverityLevels: ['critical'],
  haloPriority: 2,
  haloCategory: 1,
};

const psa = {
  enabled: true,
  severityLevels: ['critical'],
  haloClientId: 246,
  haloSiteId: 553,
  haloPriority: 1,
  haloCategory: 7,
};

/** Section 7 of the customer's side, in an order in which each call has what it needs. */
export const customerCalls: Row[] = [
  { by: 'alice', call: 'GET /api/auth/user', answers: user },
  {
    by: 'vic',
    call: 'POST /api/auth/login',
    sends: { email: user.email, password },
    answers: { user, token: text, requiresMFA: false },
  },
  {
    by: 'vic',
    call: 'POST /api/auth/register',
    sends: ({ prices }) => ({
      ...registration,
      websiteUrl: 'https://novak.example',
      packageId: prices.starter.id,
    }),
    answers: done,
  },
  { by: 'vic', call: 'POST /api/register', sends: { ...registration, agreeToTerms: true }, answers: done },
  { by: 'vic', call: 'POST /api/auth/forgot-password', sends: { email: user.email }, answers: done },
  {
    by: 'bob',
    call: 'GET /api/auth/2fa/setup',
    answers: { qrCodeUrl: expect.stringMatching(/^data:image\//), manualEntryKey: text },
    makes: 'manualEntryKey',
  },
  {
    by: 'bob',
    call: 'POST /api/auth/2fa/enable',
    sends: async ({ ids }) => ({ code: await codeOf(ids['manualEntryKey']!.replaceAll(' ', ''), -1) }),
    answers: { recoveryCodes: list },
  },
  {
    by: 'bob',
    call: 'POST /api/auth/2fa/disable',
    sends: async ({ ids }) => ({ code: await codeOf(ids['manualEntryKey']!.replaceAll(' ', '')) }),
    answers: {},
  },
  { by: 'vic', call: 'GET /api/packages', answers: expect.arrayContaining([expect.objectContaining(plan)]) },
  {
    by: 'vic',
    call: 'GET /api/stripe/config',
    answers: { stripePublishableKey: text, purchasingEnabled: true },
  },
  {
    by: 'alice',
    call: 'POST /api/create-subscription',
    sends: ({ prices }) => ({ packageId: prices.professional.id }),
    answers: { clientSecret: text },
  },
  { by: 'alice', call: 'GET /api/subscription', answers: { state: text } },
  { by: 'alice', call: 'GET /api/invoices', answers: list },
  {
    by: 'alice',
    call: 'POST /api/controllers',
    sends: { name: 'Branch', apiKey: 'test-key' },
    answers: controller,
    makes: 'controller',
  },
  {
    by: 'alice',
    call: 'GET /api/controllers',
    answers: expect.arrayContaining([expect.objectContaining(controller)]),
  },
  {
    by: 'alice',
    call: 'POST /api/controllers/:id/test',
    of: 'controller',
    answers: { success: true, version: text, error: null },
  },
  {
    by: 'alice',
    call: 'GET /api/unifi/sites',
    query: ({ ids }) => `?controller=${ids['controller']}`,
    answers: [{ hostId: text, hostName: text, deviceCount: number, isSelected: true }],
    makes: 'hostId',
  },
  {
    by: 'alice',
    call: 'PUT /api/controllers/:id',
    of: 'controller',
    sends: ({ ids }) => ({ selectedSiteId: ids['hostId'], selectedSiteName: 'Office' }),
    answers: ({ ids }) => ({ ...controller, selectedSiteId: ids['hostId'], selectedSiteName: 'Office' }),
  },
  {
    by: 'alice',
    call: 'PUT /api/controllers/:id',
    of: 'controller',
    sends: { name: 'Branch office', apiKey: 'test-key' },
    answers: { name: 'Branch office' },
  },
  { by: 'alice', call: 'POST /api/unifi/connect', sends: { apiKey: 'test-key' }, answers: {} },
  {
    by: 'alice',
    call: 'GET /api/controllers/:id/alerts',
    of: 'controller',
    answers: { alerts: [], siteName: 'Office' },
  },
  {
    by: 'alice',
    call: 'POST /api/integrations/halopsa',
    sends: ({ halo: { authServer, resourceServer, clientId, clientSecret } }) => ({
      authServer,
      resourceServer,
      clientId,
      clientSecret,
    }),
    answers: ({ halo }) => ({ authServer: halo.authServer, clientId: halo.clientId }),
  },
  {
    by: 'alice',
    call: 'GET /api/integrations/halopsa',
    answers: ({ halo }) => ({ authServer: halo.authServer, resourceServer: halo.resourceServer }),
  },
  { by: 'alice', call: 'POST /api/integrations/halopsa/test', answers: { success: true, message: text } },
  {
    by: 'alice',
    call: 'GET /api/halopsa/clients',
    answers: expect.arrayContaining([{ id: 246, name: 'Contoso Dental' }]),
  },
  {
    by: 'alice',
    call: 'GET /api/halopsa/clients/246/sites',
    answers: expect.arrayContaining([expect.objectContaining({ id: 553, name: 'Main' })]),
  },
  {
    by: 'alice',
    call: 'GET /api/halopsa/categories',
    answers: expect.arrayContaining([expect.objectContaining({ id: 7, name: 'Hardware>Network' })]),
  },
  {
    by: 'alice',
    call: 'PUT /api/controllers/:id/halopsa-config',
    of: 'controller',
    sends: psa,
    answers: { haloEnabled: true, haloPriority: 1 },
  },
  { by: 'alice', call: 'POST /api/controllers/:id/test-halopsa-alert', of: 'controller', answers: done },
  {
    by: 'alice',
    call: 'POST /api/integrations',
    sends: {
      type: 'slack',
      config: { webhookUrl: 'https://hooks.slack.com/services/T0AAAAAAA/B0AAAAAAA/aaaaaaaaaaaaaaaaaaaaaaaa' },
      isActive: true,
    },
    answers: { id: text, type: 'slack', config: expect.any(Object), isActive: true, templateId: null },
  },
  {
    by: 'alice',
    call: 'GET /api/integrations',
    answers: expect.arrayContaining([expect.objectContaining({ type: 'slack', isActive: true })]),
  },
  { by: 'alice', call: 'GET /api/integration-templates', answers: list },
  {
    by: 'alice',
    call: 'POST /api/alert-rules',
    sends: { ...rule, controllerId: 'all', threshold: '' },
    answers: { ...rule, id: text, isActive: true, controllerId: null },
    makes: 'rule',
  },
  {
    by: 'alice',
    call: 'GET /api/alert-rules',
    answers: expect.arrayContaining([expect.objectContaining(rule)]),
  },
  {
    by: 'alice',
    call: 'PUT /api/alert-rules/:id',
    of: 'rule',
    sends: { ...rule, name: 'All access points' },
    answers: { name: 'All access points' },
  },
  { by: 'alice', call: 'POST /api/alert-rules/:id/test', of: 'rule', answers: done },
  { by: 'alice', call: 'DELETE /api/alert-rules/:id', of: 'rule', answers: {} },
  { by: 'alice', call: 'DELETE /api/controllers/:id', of: 'controller', answers: {} },
  { by: 'alice', call: 'DELETE /api/integrations/halopsa', answers: {} },
  { by: 'vic', call: 'GET /api/login', answers: undefined, status: 302 },
  { by: 'bob', call: 'POST /api/auth/logout', answers: {} },
];
