import { chakra } from '@chakra-ui/react';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { StateShape } from '#web/ui/StateShape.tsx';
import { Cut, PreviewBox } from './SearchPreview.tsx';

type Props = { title: string; description: string; address: string; image: string; card: string };

/** What the pictures of cards are measured against, in pixels. */
const best = { width: 1200, height: 630 };

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
        <Picture key={image} image={image} isLarge={isLarge} />
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
  if (image && !failed) {
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
      {image ? 'Not shown here' : isLarge && 'No picture'}
    </chakra.div>
  );
}

/** Whether the picture has the size that is cut nowhere. */
function PictureGuide({ image }: { image: string }) {
  const [size, setSize] = useState<{ width: number; height: number }>();
  const fits =
    size && size.width >= best.width && Math.abs(size.width / size.height - best.width / best.height) < 0.02;
  return (
    <chakra.p mt={2} textStyle="sm" color="fg.muted">
      {image.startsWith('/') && (
        <chakra.img
          src={image}
          alt=""
          display="none"
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
        />
      )}
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
    </chakra.p>
  );
}
