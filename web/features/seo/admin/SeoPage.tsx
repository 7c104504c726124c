import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { ContentForm, versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { SaveSeoSettings, SeoForm } from '../seo.gql.ts';
import { Beside } from './Beside.tsx';
import { Length } from './Length.tsx';
import { SearchPreview } from './SearchPreview.tsx';
import { seoLabels, seoRules, shown, type SeoValues } from './seo-form.ts';
import { SocialImage } from './SocialImage.tsx';
import { SocialPreview } from './SocialPreview.tsx';

const part = 'seo';

/** What search engines and link previews are told of the first page, and what they make of it. */
export function SeoPage() {
  const { data, error, refetch } = useQuery(SeoForm, { fetchPolicy: 'cache-and-network' });
  const [save] = useMutation(SaveSeoSettings);
  return (
    <>
      <PageHeader
        title="SEO"
        description="What search engines and link previews are told of the first page."
        action={<HistoryButton of="the SEO settings" {...{ part, labels: seoLabels }} onReverted={refetch} />}
      />
      <chakra.div p={{ base: 4, md: 6 }} borderWidth="1px" borderRadius="surface" bg="bg.panel">
        {!data && error && (
          <LoadFailed title="The SEO settings could not be loaded" error={error} onRetry={refetch} />
        )}
        {!data && !error && <SkeletonRows rows={8} />}
        {data && (
          <ContentForm<SeoValues>
            {...{ part, labels: seoLabels }}
            rules={seoRules}
            reload={refetch}
            saved={shown(seoLabels, data.seoSettings)}
            version={versionOf(data.contentStates, part)}
            save={(input, version) => save({ variables: { input, version } })}
            success={{ title: 'SEO Settings Saved', type: 'success' }}
            failure={{ title: 'Save Failed', fallback: 'Could not save SEO settings. Please try again.' }}
          >
            <SeoFields origin={data.sitemapSettings.domain} siteName={data.siteBranding.siteName} />
          </ContentForm>
        )}
      </chakra.div>
    </>
  );
}

function SeoFields({ origin, siteName }: { origin: string; siteName: string }) {
  const { values } = useFormikContext<SeoValues>();
  const title = values.pageTitle.trim() || siteName;
  const description = values.metaDescription.trim();
  const address = values.canonicalUrl.trim() || `${origin}/`;
  return (
    <>
      <Beside
        legend="Search engines"
        preview={<SearchPreview {...{ title, description, address, siteName }} />}
      >
        <TextField
          name="pageTitle"
          label={seoLabels.pageTitle}
          help={<Length name="pageTitle" best={[50, 60]} />}
        />
        <TextAreaField
          name="metaDescription"
          label={seoLabels.metaDescription}
          help={<Length name="metaDescription" best={[150, 160]} />}
        />
        <TextField
          name="keywords"
          label={seoLabels.keywords}
          help="Separated by commas. Google reads none; some others do."
          optional
        />
        <TextField
          name="canonicalUrl"
          label={seoLabels.canonicalUrl}
          help={`Where the first page stands, if not at ${origin}/.`}
          type="url"
          spellCheck={false}
          optional
        />
      </Beside>
      <Beside
        legend="Link previews"
        preview={
          <SocialPreview
            title={values.ogTitle.trim() || title}
            description={values.ogDescription.trim() || description}
            image={values.ogImage.trim()}
            card={values.twitterCard}
            address={address}
          />
        }
      >
        <TextField
          name="ogTitle"
          label={seoLabels.ogTitle}
          help="Left empty, the page title is used."
          optional
        />
        <TextAreaField
          name="ogDescription"
          label={seoLabels.ogDescription}
          help="Left empty, the meta description is used."
          rows={3}
          optional
        />
        <SocialImage />
        <SelectField
          name="twitterCard"
          label={seoLabels.twitterCard}
          options={[
            { value: 'summary_large_image', label: 'Large picture' },
            { value: 'summary', label: 'Small picture' },
          ]}
        />
      </Beside>
    </>
  );
}
