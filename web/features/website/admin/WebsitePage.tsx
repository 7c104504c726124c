import { useQuery } from '@apollo/client/react';
import { Link } from '@chakra-ui/react';
import { graphql } from '#web/gql/index.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { BrandingTab } from './BrandingTab.tsx';
import { FooterTab } from './FooterTab.tsx';
import { HomepageTab } from './HomepageTab.tsx';
import { NavigationTab } from './NavigationTab.tsx';
import { SocialLinksTab } from './SocialLinksTab.tsx';
import type { TabProps } from './website-form.ts';

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

/** Everything that the five tabs show and preview, read together with its versions so that they match. */
const WebsiteContent = graphql(`
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

/** The public site's branding, texts and links. */
export function WebsitePage() {
  return (
    <>
      <PageHeader
        title="Website Management"
        description={
          <>
            Edit the{' '}
            <Link href="/" target="_blank" rel="noopener">
              public site
            </Link>
            . Saved changes go live immediately.
          </>
        }
      />
      <PageTabs
        tabs={[
          { name: 'branding', title: 'Branding', content: <Loaded Tab={BrandingTab} /> },
          { name: 'homepage', title: 'Homepage', content: <Loaded Tab={HomepageTab} /> },
          { name: 'navigation', title: 'Navigation', content: <Loaded Tab={NavigationTab} /> },
          { name: 'footer', title: 'Footer', content: <Loaded Tab={FooterTab} /> },
          { name: 'social', title: 'Social Links', content: <Loaded Tab={SocialLinksTab} /> },
        ]}
      />
    </>
  );
}

/** Each tab starts from the latest version, so that a form can detect that someone else saved first. */
function Loaded({ Tab }: { Tab: (props: TabProps) => React.ReactNode }) {
  const { data, error, refetch } = useQuery(WebsiteContent, { fetchPolicy: 'network-only' });
  if (!data && error) {
    return <LoadFailed title="We couldn’t load the website" error={error} onRetry={refetch} />;
  }
  return data ? (
    <Tab
      content={unmasked(data)}
      reload={async () => {
        const { data: latest } = await refetch();
        return { data: unmasked(latest) };
      }}
    />
  ) : (
    <SkeletonRows rows={6} />
  );
}
