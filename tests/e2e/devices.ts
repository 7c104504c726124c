import type { Page } from '@playwright/test';
import type { Unifi } from './support.ts';

/** Three readings, and some patience for a busy machine, in milliseconds. */
export const UNTIL_RESOLVED = 30_000;

export const alertOf = (page: Page, device: string) =>
  page
    .getByRole('grid', { name: /^Open alerts of/ })
    .getByRole('row')
    .filter({ hasText: device });

export const goOffline = (unifi: Unifi, device: string) =>
  unifi((network, name) => void network.device(name).goOffline(), device);

export const comeOnline = (unifi: Unifi, device: string) =>
  unifi((network, name) => void network.device(name).comeOnline(), device);
