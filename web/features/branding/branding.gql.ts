import { graphql } from '#web/gql/index.ts';

export const PlatformBrandingFields = graphql(`
  fragment PlatformBrandingFields on PlatformBranding {
    platformName
    companyName
    supportEmail
    logoUrl
    faviconUrl
    primaryColor
    secondaryColor
    customCss
    footerText
  }
`);

export const BrandingForm = graphql(`
  query BrandingForm {
    platformBranding {
      ...PlatformBrandingFields
    }
    contentStates {
      ...ContentStateFields
    }
  }
`);

export const BrandPreview = graphql(`
  query BrandPreview($input: BrandColoursInput!) {
    brandPreview(input: $input) {
      style
      light
      dark
    }
  }
`);

export const SavePlatformBranding = graphql(`
  mutation SavePlatformBranding($input: PlatformBrandingInput!, $version: Int) {
    savePlatformBranding(input: $input, version: $version) {
      ...PlatformBrandingFields
    }
  }
`);
