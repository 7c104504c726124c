import { chakra } from '@chakra-ui/react';
import { Mark } from '#web/ui/Mark.tsx';

/** The operator's picture, or the lantern where there is none. */
export const BrandPicture = ({ url, size = 24 }: { url: string; size?: number }) =>
  url ? (
    <chakra.img src={url} alt="" style={{ height: size, maxWidth: size * 4 }} objectFit="contain" />
  ) : (
    <Mark size={size} />
  );
