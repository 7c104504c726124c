// Runs before the first paint, so that a dark room is never flashed white.
(function () {
  var stored;
  try {
    stored = localStorage.getItem('theme');
  } catch {
    stored = null;
  }
  var dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.toggle('dark', dark);
})();
