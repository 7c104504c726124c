import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { ContentStateFields, ContentForm, versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import type { PlatformBrandingFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { setBrandStyle, setPlatform } from '#web/lib/platform.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Card } from '#web/ui/Card.tsx';
import { labels, rules, toInput, toValues } from './branding-form.ts';
import { BrandingFields, BrandPreview } from './BrandingFields.tsx';

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

const BrandingForm = graphql(`
  query BrandingForm {
    platformBranding {
      ...PlatformBrandingFields
    }
    contentStates {
      ...ContentStateFields
    }
  }
`);

const SavePlatformBranding = graphql(`
  mutation SavePlatformBranding($input: PlatformBrandingInput!, $version: Int) {
    savePlatformBranding(input: $input, version: $version) {
      ...PlatformBrandingFields
    }
  }
`);

const part = 'platform_branding';

/** The platform's name, logo and colors. */
export function BrandingPage() {
  const { data, error, refetch } = useQuery(BrandingForm, { fetchPolicy: 'cache-and-network' });
  const [save] = useMutation(SavePlatformBranding);
  const wear = useWearing();
  const reload = async () => {
    const { data } = await refetch();
    if (data) await wear(readFragment(PlatformBrandingFields, data.platformBranding));
  };
  return (
    <>
      <PageHeader
        title="Platform Branding"
        description="Set the platform’s name, logo and colors for every screen and email."
        action={<HistoryButton of="the platform branding" {...{ part, labels }} onReverted={reload} />}
      />
      <Card p={{ base: 4, md: 6 }}>
        {!data && error && (
          <LoadFailed title="We couldn’t load the branding" error={error} onRetry={refetch} />
        )}
        {!data && !error && <SkeletonRows rows={8} />}
        {data && (
          <ContentForm
            {...{ part, labels, rules, reload }}
            saved={toValues(readFragment(PlatformBrandingFields, data.platformBranding))}
            version={versionOf(readFragment(ContentStateFields, data.contentStates), part)}
            save={(changed, version) => save({ variables: { input: toInput(changed), version } })}
            success={{ title: 'Branding updated', type: 'success' }}
            failure={{ title: 'Update failed', fallback: 'Failed to update branding' }}
          >
            <BrandingFields />
          </ContentForm>
        )}
      </Card>
    </>
  );
}

/** Has this page look as the next one will: who saves sees it at once. */
function useWearing() {
  const client = useApolloClient();
  return async (branding: PlatformBrandingFieldsFragment) => {
    const { platformName, supportEmail = null, logoUrl = null, footerText } = branding;
    setPlatform({ platformName, supportEmail, logoUrl, footerText });
    const { primaryColor, secondaryColor } = branding;
    const { data } = await client.query({
      query: BrandPreview,
      variables: { input: { primaryColor, secondaryColor } },
    });
    if (data) setBrandStyle(data.brandPreview.style);
  };
}
