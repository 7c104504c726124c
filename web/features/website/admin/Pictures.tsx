import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { SiteBrandingInput } from '#web/gql/graphql.ts';
import { PictureField } from '#web/ui/PictureField.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { SaveSiteBranding } from './admin.gql.ts';
import type { Content, TabProps } from './content.ts';

type Props = Pick<TabProps, 'reload'> & { branding: Content['siteBranding'] };

/** The logo and the favicon: each is saved at once, when it is uploaded and when it is removed. */
export function Pictures({ branding: { logoUrl, faviconUrl, logoWidth, logoHeight }, reload }: Props) {
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
      <PictureField
        label="Logo"
        help="A picture of at most 2 MB. Without one the mark of the product stands beside the name."
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
      <PictureField
        label="Favicon"
        help="An .ico file, 16x16 or 32x32 recommended; it answers at /favicon.ico."
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

/** Over half light and half dark: a white logo is seen too. */
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
