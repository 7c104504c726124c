import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { ContentStateFields, ContentForm, versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import { graphql, readFragment } from '#web/gql/index.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ImageField } from '#web/ui/ImageField.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { Card } from '#web/ui/Card.tsx';
import { SearchPreview } from './SearchPreview.tsx';
import { SeoSettingsFields, seoLabels, seoRules, type SeoValues, shown } from './seo-form.ts';
import { isOwnPicture, SocialPreview } from './SocialPreview.tsx';

const SeoForm = graphql(`
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

const SaveSeoSettings = graphql(`
  mutation SaveSeoSettings($input: SeoSettingsInput!, $version: Int) {
    saveSeoSettings(input: $input, version: $version) {
      ...SeoSettingsFields
    }
  }
`);

const part = 'seo';

/** The home page's metadata for search engines and link previews. */
export function SeoPage() {
  const { data, error, refetch } = useQuery(SeoForm, { fetchPolicy: 'cache-and-network' });
  const [save] = useMutation(SaveSeoSettings);
  return (
    <>
      <PageHeader
        title="SEO"
        description="Set how your home page appears in search results and link previews."
        action={<HistoryButton of="the SEO settings" {...{ part, labels: seoLabels }} onReverted={refetch} />}
      />
      <Card p={{ base: 4, md: 6 }}>
        {!data && error && (
          <LoadFailed title="We couldn’t load the SEO settings" error={error} onRetry={refetch} />
        )}
        {!data && !error && <SkeletonRows rows={8} />}
        {data && (
          <ContentForm
            {...{ part, labels: seoLabels }}
            rules={seoRules}
            reload={refetch}
            saved={shown(seoLabels, readFragment(SeoSettingsFields, data.seoSettings))}
            version={versionOf(readFragment(ContentStateFields, data.contentStates), part)}
            save={(input, version) => save({ variables: { input, version } })}
            success={{ title: 'SEO Settings Saved', type: 'success' }}
            failure={{ title: 'Save Failed', fallback: 'Could not save SEO settings. Please try again.' }}
          >
            <SeoFields origin={data.sitemapSettings.domain} siteName={data.siteBranding.siteName} />
          </ContentForm>
        )}
      </Card>
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
          help="Separate with commas. Google ignores keywords, but some search engines use them."
          optional
        />
        <TextField
          name="canonicalUrl"
          label={seoLabels.canonicalUrl}
          help={`The home page’s address, if it isn’t ${origin}/.`}
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
          help="Leave blank to use the page title."
          optional
        />
        <TextAreaField
          name="ogDescription"
          label={seoLabels.ogDescription}
          help="Leave blank to use the meta description."
          rows={3}
          optional
        />
        <SocialImage />
        <SelectField
          name="twitterCard"
          label={seoLabels.twitterCard}
          options={[
            { value: 'summary_large_image', label: 'Large image' },
            { value: 'summary', label: 'Small image' },
          ]}
        />
      </Beside>
    </>
  );
}

/** A group of fields, with a preview beside or below it. */
const Beside = (props: { legend: string; preview: ReactNode; children: ReactNode }) => (
  <chakra.div
    display="grid"
    // From this width, a 600-pixel search result fits beside the fields.
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 39.75rem' }}
    gap={{ base: 5, xl: 8 }}
    alignItems="start"
    css={{ '& + &': { borderTopWidth: '1px', pt: 6 } }}
  >
    <chakra.fieldset display="flex" flexDirection="column" gap={4} minW={0}>
      <chakra.legend textStyle="lg" fontWeight="semibold" float="left" mb={0}>
        {props.legend}
      </chakra.legend>
      {props.children}
    </chakra.fieldset>
    <chakra.div position={{ xl: 'sticky' }} top={{ xl: 20 }} minW={0}>
      {props.preview}
    </chakra.div>
  </chakra.div>
);

type Props = { name: string; best: readonly [number, number] };

/** Compares a text's length with what search engines show. It's only guidance, and no length is rejected. */
function Length({ name, best: [least, most] }: Props) {
  const { values } = useFormikContext<Record<string, string>>();
  const { length } = [...(values[name] ?? '').trim()];
  const isGood = length >= least && length <= most;
  const words =
    length === 0 ? 'Empty' : length < least ? 'Short' : length > most ? 'May be truncated' : 'Good';
  return (
    <chakra.span display="inline-flex" alignItems="center" flexWrap="wrap" columnGap={1.5}>
      <chakra.span
        color={isGood ? 'state.ok' : 'state.info'}
        display="inline-flex"
        alignItems="center"
        gap={1.5}
      >
        <StateIcon state={isGood ? 'ok' : 'info'} size={10} />
        {words}:
      </chakra.span>
      <chakra.span fontVariantNumeric="tabular-nums">
        {length} characters, best {least} to {most}.
      </chakra.span>
    </chakra.span>
  );
}

/** The image of link previews: uploaded or hosted elsewhere. Used once the form is saved. */
function SocialImage() {
  const { field, helpers } = useFormField<string>('ogImage');
  return (
    <>
      <ImageField
        label={seoLabels.ogImage}
        help="1200 x 630 pixels, up to 2 MB. Used once you save."
        accept="image/*"
        to={{ address: '/api/admin/seo/image', field: 'image' }}
        failure="Failed to upload the picture"
        picture={
          isOwnPicture(field.value) && (
            <chakra.img src={field.value} alt="" h={10} maxW={20} objectFit="cover" borderRadius="sm" />
          )
        }
        onUploaded={({ url }) => void helpers.setValue(url)}
        onRemove={() => void helpers.setValue('')}
      />
      <TextField
        name="ogImage"
        label="Social image URL"
        help="Filled in when you upload an image. Or enter an https:// URL."
        spellCheck={false}
        autoComplete="off"
        optional
      />
    </>
  );
}
