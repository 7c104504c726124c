import { useQuery } from '@apollo/client/react';
import { useDeferredValue } from 'react';
import { hexColour } from '#web/lib/contrast.ts';
import { ColoursAsShown } from './admin.gql.ts';

type Chosen = { primaryColor: string; secondaryColor: string; accentColor: string; customCss: string };

/**
 * The styles of a page with these colours, as the server makes them: it shifts what could not be read. While a colour is typed
 * only halfway, the last whole ones are shown.
 */
export function usePreviewStyle({ customCss, ...typed }: Chosen): string {
  const primaryColor = useDeferredValue(hexColour(typed.primaryColor)) ?? '';
  const secondaryColor = useDeferredValue(hexColour(typed.secondaryColor)) ?? '';
  const accentColor = useDeferredValue(hexColour(typed.accentColor)) ?? '';
  const { data, previousData } = useQuery(ColoursAsShown, {
    variables: { input: { primaryColor, secondaryColor, accentColor } },
    skip: !primaryColor || !secondaryColor || !accentColor,
  });
  return `${(data ?? previousData)?.brandPreview.style ?? ''}\n${customCss}`;
}
