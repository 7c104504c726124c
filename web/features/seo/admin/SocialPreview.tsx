import { chakra } from '@chakra-ui/react';
import { ImageOff } from '#web/ui/icons.tsx';
import { type ReactNode, useState } from 'react';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Hint } from '#web/ui/text.tsx';
import { Cut, PreviewBox } from './SearchPreview.tsx';

type Props = { title: string; description: string; address: string; image: string; card: string };

/** The recommended image sizes for cards, in pixels. */
const best = { width: 1200, height: 630 };

/** The default image. */
const ofTheProduct = '/pictures/social.jpg';

/** Previews a shared link to the home page. */
export function SocialPreview({ title, description, address, image, card }: Props) {
  const host = URL.parse(address)?.host ?? address;
  const isLarge = card === 'summary_large_image';
  return (
    <PreviewBox title="Shared link">
      <chakra.div
        display="flex"
        flexDirection={isLarge ? 'column' : 'row'}
        maxW="32rem"
        borderWidth="1px"
        borderRadius="surface"
        overflow="hidden"
        bg="bg.subtle"
      >
        <Picture key={image} image={image || ofTheProduct} isLarge={isLarge} />
        <chakra.div px={3.5} py={3} minW={0} alignSelf="center" w="full">
          <chakra.p textStyle="xs" color="fg.muted" overflowWrap="anywhere">
            {host}
          </chakra.p>
          <Cut lines={2} fontWeight="semibold" lineHeight="1.35">
            {title}
          </Cut>
          <Cut lines={2} mt={0.5} textStyle="sm" color="fg.muted">
            {description}
          </Cut>
        </chakra.div>
      </chakra.div>
      <PictureGuide key={image} image={image} />
    </PreviewBox>
  );
}

function Picture({ image, isLarge }: { image: string; isLarge: boolean }) {
  const [failed, setFailed] = useState(false);
  const place = isLarge ? { w: 'full', aspectRatio: '1200 / 630' } : { w: 32, minH: 32, flexShrink: 0 };
  if (isOwnPicture(image) && !failed) {
    return (
      <chakra.img
        {...place}
        src={image}
        alt=""
        objectFit="cover"
        bg="bg.muted"
        onError={() => setFailed(true)}
      />
    );
  }
  return (
    <Hint
      as="div"
      {...place}
      display="flex"
      flexDirection="column"
      alignItems="center"
      justifyContent="center"
      gap={1.5}
      p={2}
      bg="bg.muted"
      textAlign="center"
    >
      <ImageOff size={20} strokeWidth={1.75} aria-hidden />
      {isOwnPicture(image) ? 'Not found' : 'Not shown here'}
    </Hint>
  );
}

/** Whether the image has the recommended size. */
function PictureGuide({ image }: { image: string }) {
  const [size, setSize] = useState<{ width: number; height: number }>();
  const fits =
    size && size.width >= best.width && Math.abs(size.width / size.height - best.width / best.height) < 0.02;
  if (image && !isOwnPicture(image)) return <Elsewhere image={image} />;
  if (!image) return <Said>This product image is used unless you add your own.</Said>;
  return (
    <Said>
      <chakra.img
        src={image}
        alt=""
        display="none"
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setSize({ width, height })
        }
      />
      {size ? (
        <chakra.span display="inline-flex" alignItems="center" gap={1.5}>
          <chakra.span color={fits ? 'state.ok' : 'state.info'}>
            <StateIcon state={fits ? 'ok' : 'info'} size={10} />
          </chakra.span>
          {size.width} × {size.height} pixels
          {fits
            ? ': the recommended size.'
            : `, but ${best.width} × ${best.height} is recommended. Other sizes are cropped.`}
        </chakra.span>
      ) : (
        `Use ${best.width} × ${best.height} pixels to avoid cropping.`
      )}
    </Said>
  );
}

/** The content security policy doesn't allow images from other sites, so they can't be previewed. */
function Elsewhere({ image }: { image: string }) {
  const host = /^https?:/i.test(image) ? URL.parse(image)?.host : undefined;
  return (
    <Said>
      {host ? (
        <>
          Link previews fetch this image from {host}. We can’t show it here, because signed-in pages don’t
          load anything from other sites. Upload it to preview it, or{' '}
          <chakra.a
            href={image}
            target="_blank"
            rel="noopener noreferrer"
            color="brand.fg"
            textDecoration="underline"
          >
            open it in a new tab
          </chakra.a>
          .
        </>
      ) : (
        'Enter an image URL.'
      )}
    </Said>
  );
}

const Said = ({ children }: { children: ReactNode }) => (
  <Hint mt={2} overflowWrap="anywhere">
    {children}
  </Hint>
);

/** Whether the image was uploaded here. Signed-in pages don't load images from other sites. */
export const isOwnPicture = (address: string): boolean => /^\/(?!\/)/.test(address.trim());
