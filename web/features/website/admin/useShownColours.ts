import { useQuery } from '@apollo/client/react';
import { useDeferredValue } from 'react';
import type { Faces } from '#web/features/branding/faces.ts';
import { hexColour } from '#web/lib/contrast.ts';
import { ColoursAsShown } from './admin.gql.ts';

export type Colours = { primaryColor: string; secondaryColor: string; accentColor: string };

/**
 * What the server makes of colours: it shifts what could not be read. While a colour is typed only halfway, the last whole ones
 * are shown; `isOf` says whether a typed one is among them.
 */
export function useShownColours(typed: Colours) {
  const primaryColor = useDeferredValue(hexColour(typed.primaryColor)) ?? '';
  const secondaryColor = useDeferredValue(hexColour(typed.secondaryColor)) ?? '';
  const accentColor = useDeferredValue(hexColour(typed.accentColor)) ?? '';
  const input: Colours = { primaryColor, secondaryColor, accentColor };
  const { data, previousData } = useQuery(ColoursAsShown, {
    variables: { input },
    skip: !primaryColor || !secondaryColor || !accentColor,
  });
  const made = (data ?? previousData)?.brandPreview;
  return {
    style: made?.style ?? '',
    faces: made && ({ light: made.light, dark: made.dark } as Faces),
    isOf: (name: keyof Colours) => data !== undefined && input[name] === hexColour(typed[name]),
  };
}
