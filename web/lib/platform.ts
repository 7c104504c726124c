import { createContext, use, useSyncExternalStore } from 'react';

/** The operator's name and branding for the product. */
export type Platform = {
  platformName: string;
  /** Email address for help. */
  supportEmail: string | null;
  /** An uploaded image in place of the lantern. */
  logoUrl: string | null;
  footerText: string;
};

const unnamed: Platform = {
  platformName: 'Netlantern',
  supportEmail: null,
  logoUrl: null,
  footerText: '',
};

let platform = saidByPage();
const listeners = new Set<() => void>();

/** The server writes it into every page, so that the default name never shows first. */
function saidByPage(): Platform {
  if (typeof document === 'undefined') return unnamed;
  const said = document.getElementById('platform')?.textContent;
  return said ? { ...unnamed, ...(JSON.parse(said) as Partial<Platform>) } : unnamed;
}

/** Updates the page immediately after a change. */
export function setPlatform(next: Platform): void {
  platform = next;
  listeners.forEach((listener) => listener());
}

/** Does the same for the colors, with the server's CSS. */
export function setBrandStyle(css: string): void {
  const style = document.getElementById('brand') ?? addStyle();
  style.textContent = css;
}

function addStyle(): HTMLStyleElement {
  const style = document.createElement('style');
  style.id = 'brand';
  style.nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return document.head.appendChild(style);
}

export const currentPlatform = (): Platform => platform;

/** The platform of a page that the server renders, because it renders many at once. */
export const PlatformContext = createContext<Platform | undefined>(undefined);

/** The current platform. Updates when it changes. */
export function usePlatform(): Platform {
  const now = useSyncExternalStore(subscribe, currentPlatform, currentPlatform);
  return use(PlatformContext) ?? now;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
