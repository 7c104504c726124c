import { HomepageWords } from '#web/features/home/HomePage.tsx';
import { type HomepageWordsQuery, type PublicFrameQuery, PublicFrameDocument } from '#web/gql/graphql.ts';
import { answer } from '#tests/support/render.tsx';

export const words: HomepageWordsQuery['homepage'] = {
  heroTitle: 'Know it first',
  heroSubtitle: 'What breaks, the moment it breaks.',
  heroCtaPrimary: 'Begin',
  heroCtaSecondary: 'See it move',
  heroFeatures: ['No card'],
  statsUsersCount: '500+',
  statsUsersLabel: 'Network engineers',
  statsAlertsCount: '24/7',
  statsAlertsLabel: 'Monitoring',
  statsUptimeCount: '',
  statsUptimeLabel: 'Uptime',
  finalCtaTitle: 'Sleep again',
  finalCtaSubtitle: 'In minutes.',
  finalCtaPrimary: 'Begin now',
  finalCtaSecondary: 'Ask us',
  finalCtaFeatures: [],
};

export const frame: PublicFrameQuery = {
  siteBranding: { siteName: 'Harbour Watch', logoUrl: null, logoWidth: 150, logoHeight: 50 },
  menu: [],
  footer: {
    companyName: 'Harbour Ltd',
    description: 'Watches harbours.',
    copyrightText: '',
    showSocialLinks: true,
    showQuickLinks: true,
    showCompanyInfo: true,
  },
  socialLinks: [],
  contactDetails: { supportEmail: 'help@harbour.test', supportPhone: '', businessAddress: '' },
};

export const entry = (title: string, url: string, isExternal = false) => ({
  id: title,
  title,
  url,
  isExternal,
});

/** The public site as its operator has set it. */
export function open({ footer, ...changes }: Partial<PublicFrameQuery> = {}, homepage = words): void {
  answer(PublicFrameDocument, { ...frame, ...changes, footer: { ...frame.footer, ...footer } });
  answer(HomepageWords, { homepage });
}
