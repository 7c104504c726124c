import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { type ComponentProps, useDeferredValue } from 'react';
import { graphql } from '#web/gql/index.ts';
import { hexColour } from '#web/lib/contrast.ts';
import { ColorField } from '#web/ui/ColorField.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { PictureField } from '#web/ui/PictureField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { type BrandingValues, labels } from './branding-form.ts';
import { ContrastCheck } from './ContrastCheck.tsx';
import { asButton, asText, cautions, type Faces } from './faces.ts';
import { BrandPicture, PreviewFace } from './PreviewFace.tsx';

export const BrandPreview = graphql(`
  query BrandPreview($input: BrandColoursInput!) {
    brandPreview(input: $input) {
      style
      light
      dark
    }
  }
`);

/** The fields at the left, what becomes of them at the right. */
export function BrandingFields() {
  const { values } = useFormikContext<BrandingValues>();
  const made = useFaces(values);
  const check = <T,>(
    name: 'primaryColor' | 'secondaryColor',
    read: (colour: string, part: string, faces: Faces) => T[],
    part: string,
  ): T[] => {
    const colour = hexColour(values[name]);
    // While another colour is on its way to the server nothing is said of the one before.
    return made && colour && made.colours[name] === colour ? read(colour, part, made.faces) : [];
  };
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 22rem)' }}
      gap={8}
      alignItems="start"
    >
      <chakra.div display="flex" flexDirection="column" gap={6} minW={0}>
        <FieldGroup legend="Name">
          <TextField
            name="platformName"
            label={labels.platformName}
            help="On every screen and in every mail."
          />
          <TextField name="companyName" label={labels.companyName} help="Below every mail." optional />
          <TextField
            name="supportEmail"
            label={labels.supportEmail}
            help="Below the menu and in every mail, for whoever needs help."
            type="email"
            optional
          />
          <TextAreaField
            name="footerText"
            label={labels.footerText}
            help="Below the menu and in every mail, such as the legal name and address. At most 300 characters."
            rows={2}
            optional
          />
        </FieldGroup>
        <FieldGroup legend="Marks">
          <Picture
            name="logoUrl"
            help="A picture up to 2 MB, square or nearly so: it stands beside the name. Used once you save."
            accept="image/*"
            to={{ address: '/api/admin/branding/logo', field: 'logo' }}
            failure="Failed to upload logo"
          />
          <Picture
            name="faviconUrl"
            help="An .ico file, 16x16 or 32x32 recommended. The picture in the tab of the browser. Used once you save."
            accept=".ico"
            to={{ address: '/api/admin/branding/favicon', field: 'favicon' }}
            failure="Failed to upload favicon"
          />
        </FieldGroup>
        <FieldGroup legend="Colours">
          <chakra.p textStyle="sm" color="fg.muted">
            Any colour can be chosen. Where it could not be read it is shown darker or lighter, and nowhere
            else. What tells of a state keeps its own colours.
          </chakra.p>
          <ColorField
            name="primaryColor"
            label={labels.primaryColor}
            help="Buttons, links, focus and the mark."
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
            help="The icons of the menu."
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
            help="Added to public pages only, never to pages of people who are signed in. At most 20,000 characters."
            rows={6}
            optional
          />
        </FieldGroup>
      </chakra.div>
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

type Pictured = Omit<ComponentProps<typeof PictureField>, 'label' | 'picture' | 'onUploaded' | 'onRemove'>;

/** A picture of the branding: kept by the server at once, in use when the form is saved. */
function Picture({ name, ...props }: Pictured & { name: 'logoUrl' | 'faviconUrl' }) {
  const { field, helpers, error } = useFormField<string>(name);
  return (
    <div>
      <PictureField
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

type Colours = { primaryColor: string; secondaryColor: string };

/** What the typed colours become; what the last whole ones became while one is being typed. */
function useFaces(typed: Colours): { colours: Colours; faces: Faces } | undefined {
  const primaryColor = useDeferredValue(hexColour(typed.primaryColor));
  const secondaryColor = useDeferredValue(hexColour(typed.secondaryColor));
  const input = { primaryColor: primaryColor ?? '', secondaryColor: secondaryColor ?? '' };
  const { data, previousData } = useQuery(BrandPreview, {
    variables: { input },
    skip: !primaryColor || !secondaryColor,
  });
  const preview = (data ?? previousData)?.brandPreview;
  return preview && { colours: input, faces: preview as Faces };
}
