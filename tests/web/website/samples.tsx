import {
  ColorsAsShownDocument,
  RevisionsDocument,
  WebsiteContentDocument,
  type WebsiteContentQuery,
} from '#web/gql/graphql.ts';
import { screen, within } from '@testing-library/react';
import { ada, answer, renderApp } from '#tests/support/render.tsx';
import type { Unmasked } from '#web/lib/unmasked.ts';

export type Content = Unmasked<WebsiteContentQuery>;

/** The versions of the parts, with what a test says otherwise. */
export const versions = (over: Partial<Record<string, number>> = {}): Content['contentStates'] =>
  (['site_branding', 'homepage', 'menu', 'footer', 'social_links'] as const).map((part) => ({
    part,
    version: over[part] ?? 7,
  }));

/** The public site of the tests, as it is stored. */
export const content: Content = {
  siteBranding: {
    siteName: 'Northwind Watch',
    logoUrl: null,
    faviconUrl: null,
    logoWidth: 150,
    logoHeight: 50,
    primaryColor: '#2563eb',
    secondaryColor: '#64748b',
    accentColor: '#10b981',
    customCss: '',
  },
  homepage: {
    heroTitle: 'Know what broke',
    heroSubtitle: 'Before anybody calls.',
    heroCtaPrimary: 'Start free trial',
    heroCtaSecondary: 'Watch the demo',
    heroFeatures: ['14-day free trial', 'No credit card'],
    statsUsersCount: '500+',
    statsUsersLabel: 'Network engineers',
    statsAlertsCount: '24/7',
    statsAlertsLabel: 'Monitoring',
    statsUptimeCount: '99.9%',
    statsUptimeLabel: 'Uptime',
    finalCtaTitle: 'Sleep again',
    finalCtaSubtitle: 'Connect a controller.',
    finalCtaPrimary: 'Begin',
    finalCtaSecondary: 'Contact us',
    finalCtaFeatures: ['Setup in minutes'],
  },
  footer: {
    companyName: 'Northwind Ltd',
    description: 'Watches networks.',
    copyrightText: '',
    showSocialLinks: true,
    showQuickLinks: true,
    showCompanyInfo: true,
  },
  allMenuItems: [
    { id: 'm1', title: 'Pricing', url: '/packages', order: 0, isExternal: false, isVisible: true },
    { id: 'm2', title: 'Docs', url: 'https://docs.example', order: 1, isExternal: true, isVisible: true },
    { id: 'm3', title: 'Contact', url: '/contact', order: 2, isExternal: false, isVisible: false },
  ],
  allSocialLinks: [
    { id: 's1', platform: 'github', url: 'https://github.com/northwind', order: 0, isVisible: true },
  ],
  contactDetails: { supportEmail: 'help@northwind.example', supportPhone: '', businessAddress: '' },
  contentStates: versions(),
};

/** The server has this from now on. */
export const stands = (over: Partial<Content> = {}): void =>
  answer(WebsiteContentDocument, { ...content, ...over });

/** What the server makes of every color of the tests. */
const shown = { '--nl-brand-solid': '#2563eb', '--nl-accent-fg': '#007852' };

/** A tab of the screen, before an administrator. */
export function openWebsite(tab = '', over: Partial<Content> = {}) {
  stands(over);
  answer(ColorsAsShownDocument, ({ input }) => ({
    brandPreview: { style: `:root{--nl-brand-solid:${input.primaryColor}}`, light: shown, dark: shown },
  }));
  answer(RevisionsDocument, { revisions: [] });
  return renderApp({ path: `/admin/website${tab && `?tab=${tab}`}`, signedInAs: ada });
}

/** The page that is in the frame of the preview. */
export async function preview() {
  const frame = await screen.findByTitle<HTMLIFrameElement>('Preview of the site with unsaved changes');
  return within(frame.contentDocument!.body);
}

export const save = (user: ReturnType<typeof openWebsite>['user']) =>
  user.click(screen.getByRole('button', { name: 'Save Changes' }));
