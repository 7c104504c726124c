const places = ['slack', 'teams', 'discord', 'webhook', 'halopsa', 'push'];

/** Selecting a channel hides the others, without a script. */
const choosing = places
  .map((place) => `body:has(#${place}:checked) article:not(.${place}) { display: none }`)
  .join('\n');

/** The colors are those of the screens (light, dark). Each channel has its own background. */
export const messagesStyles = `
:root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif }
* { box-sizing: border-box }
body { max-width: 760px; margin: 0 auto; padding: 24px 16px; background: light-dark(#f8fafc, #0b1120); color: light-dark(#0f172a, #e5ecf6) }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 28px }
h3 { margin: 0 0 8px; font-size: 15px; line-height: 22px }
p { margin: 0 0 8px }
a { color: light-dark(#1d4ed8, #60a5fa) }
.small, time, header span { color: light-dark(#475569, #94a3b8) }
.small { font-size: 13px }
fieldset { display: flex; flex-wrap: wrap; gap: 0 16px; margin: 16px 0; padding: 0; border: 0 }
legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
label { display: flex; align-items: center; gap: 6px; min-height: 36px }
@media (pointer: coarse) { label { min-height: 44px } }
article { margin: 16px 0; padding: 16px; overflow-wrap: anywhere; border: 1px solid light-dark(#e2e8f0, #22304a); border-radius: 8px; background: light-dark(#fff, #111a2e) }
header { display: flex; flex-wrap: wrap; gap: 0 8px; margin-bottom: 12px; padding-bottom: 8px; border-bottom: 1px solid light-dark(#e2e8f0, #22304a) }
time { margin-left: auto; font-variant-numeric: tabular-nums }
.pairs { display: grid; grid-template-columns: minmax(80px, 30%) 1fr; gap: 2px 16px; margin: 8px 0 }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 8px 16px; margin: 8px 0 }
.lines { white-space: pre-wrap }
.buttons { display: flex; flex-wrap: wrap; gap: 8px; margin: 12px 0 }
.button { display: inline-flex; align-items: center; min-height: 36px; padding: 0 14px; border: 1px solid light-dark(#94a3b8, #475569); border-radius: 6px; color: inherit; font-weight: 600; text-decoration: none }
@media (pointer: coarse) { .button { min-height: 44px } }
.embed { display: flex; gap: 12px; overflow: hidden; padding: 12px 12px 4px 0; border-radius: 6px; background: light-dark(#f1f5f9, #1b2540) }
.embed .bar { flex: none; height: auto; margin: -12px 0 -4px; align-self: stretch }
.embed > div { min-width: 0; flex: 1 }
.note { padding: 8px 12px; border-radius: 6px; background: light-dark(#f1f5f9, #1b2540) }
.good { color: light-dark(#15803d, #4ade80) }
.attention { color: light-dark(#dc2626, #f87171) }
.warning { color: light-dark(#b45309, #fbbf24) }
.accent { color: light-dark(#0369a1, #38bdf8) }
mark { padding: 0 2px; border-radius: 3px }
pre { max-height: 320px; margin: 0; padding: 12px; overflow: auto; border-radius: 6px; background: light-dark(#f1f5f9, #0b1120); font: 12px/18px ui-monospace, monospace; white-space: pre-wrap }
${choosing}
`;
