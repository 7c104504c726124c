import type { Appearance } from '@stripe/stripe-js';

type Variables = NonNullable<Appearance['variables']>;

const light: Variables = {
  colorPrimary: '#0570de',
  colorBackground: '#ffffff',
  colorText: '#30313d',
  colorTextSecondary: '#5b5c66',
  colorDanger: '#c8153a',
  fontFamily: 'system-ui, sans-serif',
  fontSizeBase: '16px',
  borderRadius: '4px',
  spacingUnit: '4px',
};

const night: Variables = {
  ...light,
  colorPrimary: '#85d996',
  colorBackground: '#30313d',
  colorText: '#ffffff',
  colorTextSecondary: '#b5b6c0',
  colorDanger: '#fe87a1',
};

/**
 * The styles inside `.place`, from an appearance as Stripe's element accepts it: its theme, its variables,
 * and rules for `.Input`, `.Label` and `.Error`.
 */
export function styleOf(place: string, { theme = 'stripe', variables, rules = {} }: Appearance = {}): string {
  const look = { ...(theme === 'night' ? night : light), ...variables };
  const secondary = look.colorTextSecondary;
  const line = `color-mix(in srgb, ${look.colorText} 55%, ${look.colorBackground})`;
  const own = `
.${place} { display: grid; grid-template-columns: 1fr 1fr; gap: calc(${look.spacingUnit} * 4); font-family: ${look.fontFamily}; font-size: ${look.fontSizeBase}; color: ${look.colorText} }
.${place} .wide { grid-column: 1 / -1 }
.${place} .Label { display: block; margin: 0 0 ${look.spacingUnit}; font-weight: 500 }
.${place} .Input { box-sizing: border-box; width: 100%; min-height: 36px; padding: 0 12px; border: 1px solid ${line}; border-radius: ${look.borderRadius}; background: ${look.colorBackground}; color: inherit; font: inherit; font-variant-numeric: tabular-nums }
.${place} .Input::placeholder { color: ${secondary}; opacity: 1 }
.${place} .Input:focus-visible { outline: 2px solid ${look.colorPrimary}; outline-offset: -1px }
.${place} .Error { margin: ${look.spacingUnit} 0 0; color: ${look.colorDanger} }
.${place} .note { margin: 0; color: ${secondary} }
.${place} .cards { display: flex; flex-wrap: wrap; gap: calc(${look.spacingUnit} * 2); margin: calc(${look.spacingUnit} * 2) 0 0; padding: 0; border: 0 }
.${place} .cards legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.${place} .cards button { min-height: 32px; padding: 0 10px; border: 1px solid ${line}; border-radius: ${look.borderRadius}; background: transparent; color: inherit; font: inherit; cursor: pointer }
.${place} .cards button:focus-visible { outline: 2px solid ${look.colorPrimary}; outline-offset: 1px }
@media (pointer: coarse) { .${place} .Input, .${place} .cards button { min-height: 44px; font-size: 16px } }`;
  const given = Object.entries(rules).map(([selector, declarations]) => {
    const scoped = selector
      .split(',')
      .map((one) => `.${place} ${one.trim()}`)
      .join(', ');
    const lines = Object.entries(declarations).map(([name, value]) => `${kebab(name)}: ${value}`);
    return `${scoped} { ${lines.join('; ')} }`;
  });
  // Invalid fields stay recognizable, whatever border those rules set.
  const wrong = `.${place} .Input.Input--invalid { border-color: ${look.colorDanger} }`;
  return [own, ...given, wrong].join('\n');
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * A style sheet created by script is allowed by the page's policy. Browsers without support show plain
 * fields.
 */
export function addStyle(css: string): { replace(css: string): void; remove(): void } {
  if (!('adoptedStyleSheets' in document)) return { replace: () => {}, remove: () => {} };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return {
    replace: (next) => sheet.replaceSync(next),
    remove: () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}
