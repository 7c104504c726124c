import type { PublicFrameQuery } from '#web/gql/graphql.ts';

/** Where the server does not say how the site is called, the pages keep the product's own name, and the ways that are always there. */
export const withoutAnswer: Omit<PublicFrameQuery, 'contactDetails'> & { contactDetails?: undefined } = {
  siteBranding: { siteName: 'Netlantern', logoUrl: null, logoWidth: 150, logoHeight: 50 },
  menu: [],
  footer: {
    companyName: 'Netlantern',
    description: '',
    copyrightText: '',
    showSocialLinks: false,
    showQuickLinks: false,
    showCompanyInfo: true,
  },
  socialLinks: [],
};
