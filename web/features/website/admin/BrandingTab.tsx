import { useMutation } from '@apollo/client/react';
import { chakra, Textarea } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { ContrastCheck } from '#web/features/branding/ContrastCheck.tsx';
import { asButton, asText, cautions } from '#web/features/branding/faces.ts';
import { Hero } from '#web/features/home/Hero.tsx';
import { ContentForm, versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import type { SiteBrandingInput } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { hexColor } from '#web/lib/contrast.ts';
import { ColorField } from '#web/ui/ColorField.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { FieldShell } from '#web/ui/FieldShell.tsx';
import { ImageField } from '#web/ui/ImageField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { Hint } from '#web/ui/text.tsx';
import { type Colors, SitePreview, useShownColors } from './SitePreview.tsx';
import { TabLayout } from './TabLayout.tsx';
import {
  brandingLabels,
  brandingRules,
  type BrandingValues,
  type Content,
  type TabProps,
  toBrandingValues,
} from './website-form.ts';

const SaveSiteBranding = graphql(`
  mutation SaveSiteBranding($input: SiteBrandingInput!, $version: Int) {
    saveSiteBranding(input: $input, version: $version) {
      siteName
    }
  }
`);

/** The site's name, colors and images. */
export function BrandingTab({ content, reload }: TabProps) {
  const [save] = useMutation(SaveSiteBranding);
  const { siteBranding, contentStates } = content;
  return (
    <TabLayout
      title="Branding"
      description="Set the public site’s name, images and colors. Images are saved when you upload them."
      action={
        <HistoryButton
          part="site_branding"
          of="the site branding"
          labels={brandingLabels}
          onReverted={reload}
        />
      }
    >
      <ContentForm
        part="site_branding"
        saved={toBrandingValues(siteBranding)}
        version={versionOf(contentStates, 'site_branding')}
        rules={brandingRules}
        save={(input, version) => save({ variables: { input, version } })}
        reload={reload}
        labels={brandingLabels}
        success={{ title: 'Success', description: 'Website branding updated successfully', type: 'success' }}
        failure={{ title: 'Update failed', fallback: 'Failed to update branding' }}
        beside={<Preview content={content} />}
      >
        <FieldGroup legend="Name and images">
          <TextField
            name="siteName"
            label={brandingLabels.siteName}
            help="Shown beside the logo and in page titles. Your own texts (Homepage, Footer, SEO) don’t change with it."
            autoComplete="off"
          />
          <Pictures branding={siteBranding} reload={reload} />
          <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap={4}>
            <Pixels name="logoWidth" help="50 to 500" />
            <Pixels name="logoHeight" help="20 to 200" />
          </chakra.div>
        </FieldGroup>
        <FieldGroup legend="Colors">
          <SiteColors />
        </FieldGroup>
        <FieldGroup legend="Custom styles">
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
      help="Applies to public pages only, not to the app."
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

type Props = Pick<TabProps, 'reload'> & { branding: Content['siteBranding'] };

/** The logo and favicon. Uploads and removals are saved immediately. */
function Pictures({ branding: { logoUrl, faviconUrl, logoWidth, logoHeight }, reload }: Props) {
  const [save] = useMutation(SaveSiteBranding);
  const remove = async (input: SiteBrandingInput, what: string) => {
    try {
      await save({ variables: { input } });
      await reload();
      toast({ title: 'Success', description: `${what} removed`, type: 'success' });
    } catch (error) {
      toastFailure(error, { title: 'Update failed', fallback: 'Failed to update branding' });
    }
  };
  return (
    <>
      <ImageField
        label="Logo"
        help="An image up to 2 MB. Leave empty to use the default logo."
        to={{ address: '/api/admin/website/logo', field: 'logo' }}
        accept="image/*"
        failure="Failed to upload logo"
        picture={
          logoUrl && (
            <Shown>
              <chakra.img
                src={logoUrl}
                alt="The logo"
                htmlWidth={logoWidth}
                htmlHeight={logoHeight}
                {...fitting}
              />
            </Shown>
          )
        }
        onUploaded={reload}
        onRemove={() => remove({ logoUrl: null }, 'Logo')}
      />
      <ImageField
        label="Favicon"
        help="An .ico file, 16x16 or 32x32 recommended. Served at /favicon.ico."
        to={{ address: '/api/admin/website/favicon', field: 'favicon' }}
        accept=".ico,image/x-icon,image/vnd.microsoft.icon"
        failure="Failed to upload favicon"
        picture={
          faviconUrl && (
            <Shown>
              <chakra.img src={faviconUrl} alt="The favicon" boxSize={8} />
            </Shown>
          )
        }
        onUploaded={reload}
        onRemove={() => remove({ faviconUrl: null }, 'Favicon')}
      />
    </>
  );
}

const fitting = { maxW: '8rem', maxH: 16, w: 'auto', h: 'auto', objectFit: 'contain' } as const;

/** Half light and half dark, so that a white logo is visible too. */
const Shown = ({ children }: { children: React.ReactNode }) => (
  <chakra.span
    display="inline-flex"
    p={2}
    borderWidth="1px"
    borderRadius="control"
    bgImage="linear-gradient(135deg, #f8fafc 50%, #0b1120 50%)"
  >
    {children}
  </chakra.span>
);

const help = {
  primaryColor: 'Buttons, links and focus.',
  secondaryColor: 'Header and footer links.',
  accentColor: 'The check marks before features.',
};

const parts = { primaryColor: 'brand', secondaryColor: 'secondary', accentColor: 'accent' };

/** The site's colors, each with its appearance for visitors. */
function SiteColors() {
  const { values } = useFormikContext<BrandingValues>();
  const { faces, isOf } = useShownColors(values);
  const checked = (name: keyof Colors) => {
    const color = hexColor(values[name]);
    // While the server checks a color, nothing is shown about the previous one.
    if (!faces || !color || !isOf(name)) return { readings: [] };
    const asWords = asText(color, parts[name], faces);
    if (name !== 'primaryColor') return { readings: asWords };
    return {
      readings: [...asButton(color, 'brand', faces), ...asWords],
      cautions: cautions(color, 'brand', faces),
    };
  };
  return (
    <>
      <Hint>Choose any color. Where it would be unreadable, we show it darker or lighter.</Hint>
      {(['primaryColor', 'secondaryColor', 'accentColor'] as const).map((name) => (
        <ColorField
          key={name}
          name={name}
          label={brandingLabels[name]}
          help={help[name]}
          check={<ContrastCheck label={brandingLabels[name]} {...checked(name)} />}
        />
      ))}
    </>
  );
}
