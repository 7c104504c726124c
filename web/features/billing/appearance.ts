import type { Appearance } from '@stripe/stripe-js';

/** A colour of our theme as it is now; nothing where no theme is loaded. */
function colour(name: string): string | undefined {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--chakra-colors-${name}`).trim();
  return value || undefined;
}

/** Our theme for the card's fields, which stand in a frame of Stripe's and see none of our styles. */
export function appearanceOf(isDark: boolean): Appearance {
  const line = colour('border-control');
  const variables = {
    colorPrimary: colour('brand-solid'),
    colorBackground: colour('bg-panel'),
    colorText: colour('fg'),
    colorTextSecondary: colour('fg-muted'),
    colorTextPlaceholder: colour('fg-subtle'),
    colorDanger: colour('fg-error'),
    fontFamily: 'Geist, system-ui, sans-serif',
    fontSizeBase: '14px',
    fontSizeSm: '13px',
    spacingUnit: '4px',
    borderRadius: '6px',
  };
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined)),
    rules: {
      '.Input': { ...(line ? { border: `1px solid ${line}` } : {}), boxShadow: 'none', padding: '8px 12px' },
      '.Label': { fontWeight: '500', fontSize: '13px' },
    },
  };
}
