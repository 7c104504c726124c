import { useQuery } from '@apollo/client/react';
import { chakra, Stack } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { type ComponentProps, useDeferredValue } from 'react';
import { graphql } from '#web/gql/index.ts';
import { hexColor } from '#web/lib/contrast.ts';
import { ColorField } from '#web/ui/ColorField.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { ImageField } from '#web/ui/ImageField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { Hint } from '#web/ui/text.tsx';
import { type BrandingValues, labels } from './branding-form.ts';
import { ContrastCheck } from './ContrastCheck.tsx';
import { asButton, asText, cautions, type Faces } from './faces.ts';
import { BrandPicture, PreviewFace } from './PreviewFace.tsx';

export const BrandPreview = graphql(`
  query BrandPreview($input: BrandColorsInput!) {
    brandPreview(input: $input) {
      style
      light
      dark
    }
  }
`);

/** The fields on the left, with previews on the right. */
export function BrandingFields() {
  const { values } = useFormikContext<BrandingValues>();
  const made = useFaces(values);
  const check = <T,>(
    name: 'primaryColor' | 'secondaryColor',
    read: (color: string, part: string, faces: Faces) => T[],
    part: string,
  ): T[] => {
    const color = hexColor(values[name]);
    // While the server checks a color, nothing is shown about the previous one.
    return made && color && made.colors[name] === color ? read(color, part, made.faces) : [];
  };
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 22rem)' }}
      gap={8}
      alignItems="start"
    >
      <Stack gap={6} minW={0}>
        <FieldGroup legend="Name">
          <TextField
            name="platformName"
            label={labels.platformName}
            help="Shown on every screen and in every email."
          />
          <TextField
            name="companyName"
            label={labels.companyName}
            help="Shown in every email’s footer."
            optional
          />
          <TextField
            name="supportEmail"
            label={labels.supportEmail}
            help="Shown below the menu and in every email, for people who need help."
            type="email"
            optional
          />
          <TextAreaField
            name="footerText"
            label={labels.footerText}
            help="Shown below the menu and in every email, such as your legal name and address. Up to 300 characters."
            rows={2}
            optional
          />
        </FieldGroup>
        <FieldGroup legend="Marks">
          <Picture
            name="logoUrl"
            help="An image up to 2 MB, roughly square. Shown beside the name once you save."
            accept="image/*"
            to={{ address: '/api/admin/branding/logo', field: 'logo' }}
            failure="Failed to upload logo"
          />
          <Picture
            name="faviconUrl"
            help="An .ico file for the browser tab, 16x16 or 32x32 recommended. Used once you save."
            accept=".ico"
            to={{ address: '/api/admin/branding/favicon', field: 'favicon' }}
            failure="Failed to upload favicon"
          />
        </FieldGroup>
        <FieldGroup legend="Colors">
          <Hint>
            Choose any color. Where it would be unreadable, we show it darker or lighter. Alert states keep
            their own colors.
          </Hint>
          <ColorField
            name="primaryColor"
            label={labels.primaryColor}
            help="Buttons, links, focus and the logo."
            check={
              <ContrastCheck
                label={labels.primaryColor}
                readings={[
                  ...check('primaryColor', asButton, 'brand'),
                  ...check('primaryColor', asText, 'brand'),
                ]}
                cautions={check('primaryColor', cautions, 'brand')}
              />
            }
          />
          <ColorField
            name="secondaryColor"
            label={labels.secondaryColor}
            help="Menu icons."
            check={
              <ContrastCheck
                label={labels.secondaryColor}
                readings={check('secondaryColor', asText, 'secondary')}
              />
            }
          />
        </FieldGroup>
        <FieldGroup legend="Public pages">
          <TextAreaField
            name="customCss"
            label={labels.customCss}
            help="Applies to public pages only, not to the app. Up to 20,000 characters."
            rows={6}
            optional
          />
        </FieldGroup>
      </Stack>
      <chakra.aside aria-label="Preview" position={{ lg: 'sticky' }} top={{ lg: 20 }} minW={0}>
        <chakra.h2 fontWeight="medium">Preview</chakra.h2>
        <chakra.div
          mt={2}
          display="grid"
          gap={4}
          gridTemplateColumns={{ base: '1fr', md: '1fr 1fr', lg: '1fr' }}
          css={{ '@media (max-width: 47.99rem)': { gridTemplateColumns: 'minmax(0, 1fr)' } }}
        >
          {made && <PreviewFace theme="light" face={made.faces.light} values={values} />}
          {made && <PreviewFace theme="dark" face={made.faces.dark} values={values} />}
        </chakra.div>
      </chakra.aside>
    </chakra.div>
  );
}

type Pictured = Omit<ComponentProps<typeof ImageField>, 'label' | 'picture' | 'onUploaded' | 'onRemove'>;

/** An uploaded image. The server stores it immediately and uses it once the form is saved. */
function Picture({ name, ...props }: Pictured & { name: 'logoUrl' | 'faviconUrl' }) {
  const { field, helpers, error } = useFormField<string>(name);
  return (
    <div>
      <ImageField
        {...props}
        label={labels[name]}
        picture={field.value && <BrandPicture url={field.value} size={28} />}
        onUploaded={({ url }) => void helpers.setValue(url)}
        onRemove={() => void helpers.setValue('')}
      />
      {error && (
        <chakra.p role="status" mt={1} textStyle="sm" color="fg.error">
          {error}
        </chakra.p>
      )}
    </div>
  );
}

type Colors = { primaryColor: string; secondaryColor: string };

/** The checked colors. While one is being typed, the last valid ones. */
function useFaces(typed: Colors): { colors: Colors; faces: Faces } | undefined {
  const primaryColor = useDeferredValue(hexColor(typed.primaryColor));
  const secondaryColor = useDeferredValue(hexColor(typed.secondaryColor));
  const input = { primaryColor: primaryColor ?? '', secondaryColor: secondaryColor ?? '' };
  const { data, previousData } = useQuery(BrandPreview, {
    variables: { input },
    skip: !primaryColor || !secondaryColor,
  });
  const preview = (data ?? previousData)?.brandPreview;
  return preview && { colors: input, faces: preview as Faces };
}
