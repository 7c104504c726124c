/** Registers the service worker, which brings push notifications, and a page for when there is no connection. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
