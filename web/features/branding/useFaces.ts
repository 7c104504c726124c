import { useQuery } from '@apollo/client/react';
import { useDeferredValue } from 'react';
import { hexColour } from '#web/lib/contrast.ts';
import { BrandPreview } from './branding.gql.ts';
import type { Faces } from './faces.ts';

type Colours = { primaryColor: string; secondaryColor: string };

/** What the typed colours become; what the last whole ones became while one is being typed. */
export function useFaces(typed: Colours): { colours: Colours; faces: Faces } | undefined {
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
