import { expect } from 'vitest';
import { iconForm } from './contract.icon.ts';
import { readAndWrite, withNone, type Row } from './contract.world.ts';

const text = expect.any(String);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const list = expect.any(Array);
const some = (fields: object) => expect.arrayContaining([expect.objectContaining(fields)]);

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

/** What section 7 of the administrator's side says of the public site. */
export const siteCalls: Row[] = [
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
