import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { ContrastCheck } from '#web/features/branding/ContrastCheck.tsx';
import { asButton, asText, cautions } from '#web/features/branding/faces.ts';
import { hexColour } from '#web/lib/contrast.ts';
import { ColorField } from '#web/ui/ColorField.tsx';
import { useShownColours, type Colours } from './useShownColours.ts';
import { brandingLabels, type BrandingValues } from './website-form.ts';

const help = {
  primaryColor: 'Buttons, links and focus.',
  secondaryColor: 'The links of the header and of the footer.',
  accentColor: 'The ticks before short promises.',
};
const parts = { primaryColor: 'brand', secondaryColor: 'secondary', accentColor: 'accent' };

/** The colours of the site, each with what becomes of it where visitors see it. */
export function SiteColours() {
  const { values } = useFormikContext<BrandingValues>();
  const { faces, isOf } = useShownColours(values);
  const checked = (name: keyof Colours) => {
    const colour = hexColour(values[name]);
    // While another colour is on its way to the server nothing is said of the one before.
    if (!faces || !colour || !isOf(name)) return { readings: [] };
    const asWords = asText(colour, parts[name], faces);
    if (name !== 'primaryColor') return { readings: asWords };
    return {
      readings: [...asButton(colour, 'brand', faces), ...asWords],
      cautions: cautions(colour, 'brand', faces),
    };
  };
  return (
    <>
      <chakra.p textStyle="sm" color="fg.muted">
        Any colour can be chosen. Where it could not be read it is shown darker or lighter, and nowhere else.
      </chakra.p>
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
