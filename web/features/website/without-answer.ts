import type { PublicFrameQuery } from '#web/gql/graphql.ts';

/** Defaults if the server can't be reached: the product's own name and the fixed links. */
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
