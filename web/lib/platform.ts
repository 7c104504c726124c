import { createContext, use, useSyncExternalStore } from 'react';

/** What the product is called here, as its pages and parts say it. */
export type Platform = {
  platformName: string;
  /** Where people write for help. */
  supportEmail: string | null;
  /** An uploaded picture in place of the lantern. */
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

/** The server writes it into every page, so nothing is called otherwise first. */
function saidByPage(): Platform {
  if (typeof document === 'undefined') return unnamed;
  const said = document.getElementById('platform')?.textContent;
  return said ? { ...unnamed, ...(JSON.parse(said) as Partial<Platform>) } : unnamed;
}

/** For whoever changed it: the page says so at once. */
export function setPlatform(next: Platform): void {
  platform = next;
  listeners.forEach((listener) => listener());
}

/** The same for the colors: CSS as the server makes it. */
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

/** What a page is given that is written by the server, where many are written at once. */
export const PlatformGiven = createContext<Platform | undefined>(undefined);

/** What the product is called, now and whenever that changes. */
export function usePlatform(): Platform {
  const now = useSyncExternalStore(subscribe, currentPlatform, currentPlatform);
  return use(PlatformGiven) ?? now;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
