import { graphql } from '#web/gql/index.ts';

export const SiteBrandingFields = graphql(`
  fragment SiteBrandingFields on SiteBranding {
    siteName
    logoUrl
    faviconUrl
    logoWidth
    logoHeight
    primaryColor
    secondaryColor
    accentColor
    customCss
  }
`);

export const HomepageFields = graphql(`
  fragment HomepageFields on Homepage {
    heroTitle
    heroSubtitle
    heroCtaPrimary
    heroCtaSecondary
    heroFeatures
    statsUsersCount
    statsUsersLabel
    statsAlertsCount
    statsAlertsLabel
    statsUptimeCount
    statsUptimeLabel
    finalCtaTitle
    finalCtaSubtitle
    finalCtaPrimary
    finalCtaSecondary
    finalCtaFeatures
  }
`);

export const FooterFields = graphql(`
  fragment FooterFields on Footer {
    companyName
    description
    copyrightText
    showSocialLinks
    showQuickLinks
    showCompanyInfo
  }
`);

export const MenuItemFields = graphql(`
  fragment MenuItemFields on MenuItem {
    id
    title
    url
    order
    isExternal
    isVisible
  }
`);

export const SocialLinkFields = graphql(`
  fragment SocialLinkFields on SocialLink {
    id
    platform
    url
    order
    isVisible
  }
`);

/** All that the five tabs show and preview, and its versions: what is read together belongs together. */
export const WebsiteContent = graphql(`
  query WebsiteContent {
    siteBranding {
      ...SiteBrandingFields
    }
    homepage {
      ...HomepageFields
    }
    footer {
      ...FooterFields
    }
    allMenuItems {
      ...MenuItemFields
    }
    allSocialLinks {
      ...SocialLinkFields
    }
    contactDetails {
      supportEmail
      supportPhone
      businessAddress
    }
    contentStates {
      ...ContentStateFields
    }
  }
`);

export const SaveSiteBranding = graphql(`
  mutation SaveSiteBranding($input: SiteBrandingInput!, $version: Int) {
    saveSiteBranding(input: $input, version: $version) {
      siteName
    }
  }
`);

export const SaveHomepage = graphql(`
  mutation SaveHomepage($input: HomepageInput!, $version: Int) {
    saveHomepage(input: $input, version: $version) {
      heroTitle
    }
  }
`);

export const SaveFooter = graphql(`
  mutation SaveFooter($input: FooterInput!, $version: Int) {
    saveFooter(input: $input, version: $version) {
      companyName
    }
  }
`);

export const CreateMenuItem = graphql(`
  mutation CreateMenuItem($input: MenuItemInput!) {
    createMenuItem(input: $input) {
      ...MenuItemFields
    }
  }
`);

export const UpdateMenuItem = graphql(`
  mutation UpdateMenuItem($id: ID!, $input: MenuItemChanges!, $version: Int) {
    updateMenuItem(id: $id, input: $input, version: $version) {
      id
    }
  }
`);

export const DeleteMenuItem = graphql(`
  mutation DeleteMenuItem($id: ID!) {
    deleteMenuItem(id: $id)
  }
`);

export const ReorderMenuItems = graphql(`
  mutation ReorderMenuItems($ids: [ID!]!, $version: Int) {
    reorderMenuItems(ids: $ids, version: $version) {
      id
    }
  }
`);

export const CreateSocialLink = graphql(`
  mutation CreateSocialLink($input: SocialLinkInput!) {
    createSocialLink(input: $input) {
      ...SocialLinkFields
    }
  }
`);

export const UpdateSocialLink = graphql(`
  mutation UpdateSocialLink($id: ID!, $input: SocialLinkChanges!, $version: Int) {
    updateSocialLink(id: $id, input: $input, version: $version) {
      id
    }
  }
`);

export const DeleteSocialLink = graphql(`
  mutation DeleteSocialLink($id: ID!) {
    deleteSocialLink(id: $id)
  }
`);

export const ReorderSocialLinks = graphql(`
  mutation ReorderSocialLinks($ids: [ID!]!, $version: Int) {
    reorderSocialLinks(ids: $ids, version: $version) {
      id
    }
  }
`);

export const ColoursAsShown = graphql(`
  query ColoursAsShown($input: BrandColoursInput!) {
    brandPreview(input: $input) {
      style
      light
      dark
    }
  }
`);
