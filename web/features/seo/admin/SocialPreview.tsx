import { chakra } from '@chakra-ui/react';
import { ImageOff } from '#web/ui/icons.tsx';
import { type ReactNode, useState } from 'react';
import { StateShape } from '#web/ui/StateShape.tsx';
import { Cut, PreviewBox } from './SearchPreview.tsx';

type Props = { title: string; description: string; address: string; image: string; card: string };

/** What the pictures of cards are measured against, in pixels. */
const best = { width: 1200, height: 630 };

/** What the server names where no picture is chosen. */
const ofTheProduct = '/pictures/social.jpg';

/** How a link to the first page looks where it is shared. */
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
    <chakra.div
      {...place}
      display="flex"
      flexDirection="column"
      alignItems="center"
      justifyContent="center"
      gap={1.5}
      p={2}
      bg="bg.muted"
      color="fg.muted"
      textStyle="sm"
      textAlign="center"
    >
      <ImageOff size={20} strokeWidth={1.75} aria-hidden />
      {isOwnPicture(image) ? 'Not found' : 'Not shown here'}
    </chakra.div>
  );
}

/** Whether the picture has the size that is cut nowhere. */
function PictureGuide({ image }: { image: string }) {
  const [size, setSize] = useState<{ width: number; height: number }>();
  const fits =
    size && size.width >= best.width && Math.abs(size.width / size.height - best.width / best.height) < 0.02;
  if (image && !isOwnPicture(image)) return <Elsewhere image={image} />;
  if (!image) return <Said>With none of your own, this picture of the product is shared.</Said>;
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
            <StateShape state={fits ? 'ok' : 'info'} size={10} />
          </chakra.span>
          {size.width} × {size.height} pixels
          {fits ? ': shown whole.' : `; best ${best.width} × ${best.height}, others are cut.`}
        </chakra.span>
      ) : (
        `A picture of ${best.width} × ${best.height} pixels is cut nowhere.`
      )}
    </Said>
  );
}

/** A preview of a picture that this page may not load would be a broken one. */
function Elsewhere({ image }: { image: string }) {
  const host = /^https?:/i.test(image) ? URL.parse(image)?.host : undefined;
  return (
    <Said>
      {host ? (
        <>
          Where the link is shared the picture is fetched from {host}. Here it is not shown: signed-in pages
          load nothing from other sites. Upload it to see it here, or{' '}
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
        'This is no address of a picture yet.'
      )}
    </Said>
  );
}

const Said = ({ children }: { children: ReactNode }) => (
  <chakra.p mt={2} textStyle="sm" color="fg.muted" overflowWrap="anywhere">
    {children}
  </chakra.p>
);

/** Whether a picture was uploaded here. Those of other sites are loaded by no browser of somebody who is signed in. */
export const isOwnPicture = (address: string): boolean => /^\/(?!\/)/.test(address.trim());
