import { useMutation } from '@apollo/client/react';
import { chakra, Textarea } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { Hero } from '#web/features/home/Hero.tsx';
import { ContentForm, versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import type { SiteBrandingInput } from '#web/gql/graphql.ts';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { FieldShell } from '#web/ui/FieldShell.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { SaveSiteBranding } from './admin.gql.ts';
import type { Content, TabProps } from './content.ts';
import { Pictures } from './Pictures.tsx';
import { SiteColours } from './SiteColours.tsx';
import { SitePreview } from './SitePreview.tsx';
import { TabLayout } from './TabLayout.tsx';
import { brandingLabels, brandingRules, toBrandingValues, type BrandingValues } from './website-form.ts';

/** How the site is called and coloured, and its pictures. */
export function BrandingTab({ content, reload }: TabProps) {
  const [save] = useMutation(SaveSiteBranding);
  const { siteBranding, contentStates } = content;
  return (
    <TabLayout
      title="Branding"
      description="Name, pictures and colours of the public site. Pictures are saved as they are uploaded."
      action={
        <HistoryButton
          part="site_branding"
          of="the site branding"
          labels={brandingLabels}
          onReverted={reload}
        />
      }
    >
      <ContentForm<BrandingValues>
        part="site_branding"
        saved={toBrandingValues(siteBranding)}
        version={versionOf(contentStates, 'site_branding')}
        rules={brandingRules}
        save={(input, version) => save({ variables: { input: input as SiteBrandingInput, version } })}
        reload={reload}
        labels={brandingLabels}
        success={{ title: 'Success', description: 'Website branding updated successfully', type: 'success' }}
        failure={{ title: 'Update failed', fallback: 'Failed to update branding' }}
        beside={<Preview content={content} />}
      >
        <FieldGroup legend="Name and pictures">
          <TextField
            name="siteName"
            label={brandingLabels.siteName}
            help="Beside the logo and in the titles of pages. Where your own texts name it (Homepage, Footer, SEO), change it there."
            autoComplete="off"
          />
          <Pictures branding={siteBranding} reload={reload} />
          <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap={4}>
            <Pixels name="logoWidth" help="50 to 500" />
            <Pixels name="logoHeight" help="20 to 200" />
          </chakra.div>
        </FieldGroup>
        <FieldGroup legend="Colours">
          <SiteColours />
        </FieldGroup>
        <FieldGroup legend="Styles of your own">
          <CssField />
        </FieldGroup>
      </ContentForm>
    </TabLayout>
  );
}

const Pixels = ({ name, help }: { name: 'logoWidth' | 'logoHeight'; help: string }) => (
  <TextField
    name={name}
    label={brandingLabels[name]}
    help={help}
    type="number"
    inputMode="numeric"
    autoComplete="off"
  />
);

function CssField() {
  const { field, error } = useFormField<string>('customCss');
  return (
    <FieldShell
      label={brandingLabels.customCss}
      optional
      help="Holds on public pages only, never in the app."
      error={error}
    >
      <Textarea
        {...field}
        value={field.value ?? ''}
        rows={8}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        fontFamily="mono"
        textStyle="sm"
      />
    </FieldShell>
  );
}

function Preview({ content }: { content: Content }) {
  const { values } = useFormikContext<BrandingValues>();
  const siteBranding = {
    ...content.siteBranding,
    ...values,
    logoWidth: Number(values.logoWidth) || content.siteBranding.logoWidth,
    logoHeight: Number(values.logoHeight) || content.siteBranding.logoHeight,
  };
  return (
    <SitePreview content={{ ...content, siteBranding }}>
      <Hero {...content.homepage} />
    </SitePreview>
  );
}
