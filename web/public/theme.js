// Runs before the first paint, so that a dark room is never flashed white; whoever has chosen nothing follows their system.
(function () {
  var stored = function () {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null;
    }
  };
  var system = matchMedia('(prefers-color-scheme: dark)');
  var follow = function () {
    var chosen = stored();
    document.documentElement.classList.toggle('dark', chosen ? chosen === 'dark' : system.matches);
  };
  follow();
  system.addEventListener('change', follow);
})();
