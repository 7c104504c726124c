import { graphql } from '#web/gql/index.ts';

/** The header and footer of every public page. */
export const PublicFrame = graphql(`
  query PublicFrame {
    siteBranding {
      siteName
      logoUrl
      logoWidth
      logoHeight
    }
    menu {
      id
      title
      url
      isExternal
    }
    footer {
      companyName
      description
      copyrightText
      showSocialLinks
      showQuickLinks
      showCompanyInfo
    }
    socialLinks {
      id
      platform
      url
    }
    contactDetails {
      supportEmail
      supportPhone
      businessAddress
    }
  }
`);
