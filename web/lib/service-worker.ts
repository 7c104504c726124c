/**
 * Registers the service worker once the page has loaded, so that it delays nothing on it. Not later: without it, a reload
 * without a connection shows the browser's own page.
 */
export function registerWorkerSoon(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => void registerWorker().catch(() => undefined);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

/** Registers the service worker, which brings push notifications, and a page for when there is no connection. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
