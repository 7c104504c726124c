import { graphql } from '#web/gql/index.ts';

export const SeoSettingsFields = graphql(`
  fragment SeoSettingsFields on SeoSettings {
    pageTitle
    metaDescription
    keywords
    canonicalUrl
    ogTitle
    ogDescription
    ogImage
    twitterCard
  }
`);

export const SeoForm = graphql(`
  query SeoForm {
    seoSettings {
      ...SeoSettingsFields
    }
    sitemapSettings {
      domain
    }
    siteBranding {
      siteName
    }
    contentStates {
      ...ContentStateFields
    }
  }
`);

export const SaveSeoSettings = graphql(`
  mutation SaveSeoSettings($input: SeoSettingsInput!, $version: Int) {
    saveSeoSettings(input: $input, version: $version) {
      ...SeoSettingsFields
    }
  }
`);

export const SitemapSettingsFields = graphql(`
  fragment SitemapSettingsFields on SitemapSettings {
    domain
    includeHomepage
    includeStaticPages
    customUrls
    updateFrequency
    priority
    status
    lastGenerated
  }
`);

export const SitemapForm = graphql(`
  query SitemapForm {
    sitemapSettings {
      ...SitemapSettingsFields
    }
    advancedSeo {
      customSitemap
      robotsTxt
    }
    contentStates {
      ...ContentStateFields
    }
  }
`);

export const SaveSitemapSettings = graphql(`
  mutation SaveSitemapSettings($input: SitemapSettingsInput!, $version: Int) {
    saveSitemapSettings(input: $input, version: $version) {
      ...SitemapSettingsFields
    }
  }
`);

export const GenerateSitemap = graphql(`
  mutation GenerateSitemap {
    generateSitemap {
      ...SitemapSettingsFields
    }
  }
`);

export const SitemapFile = graphql(`
  query SitemapFile {
    sitemapFile {
      content
    }
  }
`);

export const AdvancedSeoFields = graphql(`
  fragment AdvancedSeoFields on AdvancedSeo {
    robotsTxt
    customSitemap
    structuredDataEnabled
    customStructuredData
    analyticsCode
    customHeadTags
    searchConsoleVerification
    bingVerification
    yandexVerification
    redirectRules
  }
`);

export const SiteScriptsFields = graphql(`
  fragment SiteScriptsFields on SiteScripts {
    state
    origin
    statement
    acceptedBy
    acceptedAt
  }
`);

export const AcceptScriptRisk = graphql(`
  mutation AcceptScriptRisk($statement: String!) {
    acceptScriptRisk(statement: $statement) {
      ...SiteScriptsFields
    }
  }
`);

export const WithdrawScriptRisk = graphql(`
  mutation WithdrawScriptRisk {
    withdrawScriptRisk {
      ...SiteScriptsFields
    }
  }
`);

export const AdvancedSeoForm = graphql(`
  query AdvancedSeoForm {
    advancedSeo {
      ...AdvancedSeoFields
    }
    siteScripts {
      ...SiteScriptsFields
    }
    contentStates {
      ...ContentStateFields
    }
  }
`);

export const CheckAdvancedSeo = graphql(`
  query CheckAdvancedSeo($input: AdvancedSeoInput!) {
    checkAdvancedSeo(input: $input) {
      problems {
        field
        line
        problem
      }
      redirects
      hidesSite
      robotsTxt
      structuredData
    }
  }
`);

export const SaveAdvancedSeo = graphql(`
  mutation SaveAdvancedSeo($input: AdvancedSeoInput!, $version: Int) {
    saveAdvancedSeo(input: $input, version: $version) {
      ...AdvancedSeoFields
    }
  }
`);

export const GenerateRobots = graphql(`
  mutation GenerateRobots {
    generateRobots {
      ...AdvancedSeoFields
    }
  }
`);
