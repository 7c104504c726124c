import { chakra } from '@chakra-ui/react';
import { PictureField } from '#web/ui/PictureField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { isOwnPicture } from './own-picture.ts';
import { seoLabels } from './seo-form.ts';

/** The picture of link previews: uploaded, or at an address elsewhere. In use when the form is saved. */
export function SocialImage() {
  const { field, helpers } = useFormField<string>('ogImage');
  return (
    <>
      <PictureField
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
        label="Address of the social image"
        help="Set by an upload; or the address of a picture elsewhere, which begins with https://."
        spellCheck={false}
        autoComplete="off"
        optional
      />
    </>
  );
}
