const KEY = 'reloaded_at';
/** Twice within this time means that the server really lacks the file, in milliseconds. */
const ONCE_WITHIN = 30_000;

/** A tab older than the last deploy asks for parts that are gone: it is loaded anew, once. */
export function reloadAfterDeploy(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < ONCE_WITHIN) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}
