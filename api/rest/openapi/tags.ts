/** Headings of the documentation page in order, each with the path prefixes listed under it. */
const headings: [name: string, beginnings: string[]][] = [
  ['Account', ['auth', 'register', 'limits']],
  ['Team', ['teams', 'team']],
  ['Overview', ['overview']],
  ['Reports', ['reports', 'report-schedules', 'internet-lines']],
  ['Customers', ['customers']],
  ['Controllers and sites', ['controllers', 'sites', 'device-models', 'unifi']],
  ['Alerts and rules', ['alerts', 'alert-history', 'alert-rules']],
  ['Maintenance windows', ['maintenance-windows']],
  ['Channels and deliveries', ['integrations', 'integration-templates', 'deliveries']],
  ['HaloPSA', ['halopsa']],
  ['Configuration', ['configuration']],
  ['Subscription and billing', ['packages', 'stripe', 'subscription', 'create-subscription', 'invoices']],
  [
    'Public site',
    [
      'branding',
      'menu',
      'footer',
      'social',
      'homepage',
      'seo',
      'contact',
      'waitlist',
      'organization',
      'announcement',
      'login',
      'openapi.json',
    ],
  ],
  ['Administration: users', ['admin/users', 'admin/lockouts']],
  [
    'Administration: packages and payment',
    ['admin/packages', 'admin/package-order', 'admin/stripe', 'admin/purchasing-enabled'],
  ],
  [
    'Administration: website',
    ['admin/website', 'admin/branding', 'admin/seo', 'admin/revisions', 'admin/content-states'],
  ],
  [
    'Administration: post',
    [
      'admin/email-settings',
      'admin/email-usage',
      'admin/broadcasts',
      'admin/mail-suppressions',
      'admin/waitlist',
      'admin/contact-settings',
      'admin/contact-submissions',
      'admin/contact-figures',
      'admin/saved-replies',
    ],
  ],
  ['Administration: platform', ['admin']],
];

/** Heading for paths without one. */
const more = 'More';

export const tags = [...headings.map(([name]) => ({ name })), { name: more }];

export function tagOf(path: string): string {
  const way = path.replace('/api/', '').split('/');
  const found = [way.slice(0, 2).join('/'), way[0] ?? ''].flatMap((beginning) =>
    headings.filter(([, beginnings]) => beginnings.includes(beginning)),
  );
  return found[0]?.[0] ?? more;
}
