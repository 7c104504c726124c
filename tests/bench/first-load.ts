import { alertsScreen } from './current-alerts.ts';
import { dashboardScreen } from './dashboard.ts';
import type { Figure } from './run.ts';
import { setScreens, visit } from './screens.ts';

/** KiB of gzipped script that the signed-in app may load first. */
const promisedKib = 180;

const visits = 3;

/** All script that a browser with an empty cache fetches until someone who is signed in sees the first rows of a screen. */
export async function firstLoad(): Promise<Figure[]> {
  await using stage = await setScreens({ sites: 50, alerts: 50 });
  const figures: Figure[] = [];
  for (const screen of [dashboardScreen, alertsScreen]) {
    let most = 0;
    for (let n = 0; n < visits; n++) {
      const scripts = await visit(stage, screen, stage.few, (visited) => Promise.resolve(visited.scripts));
      most = Math.max(
        most,
        scripts.reduce((sum, { kib }) => sum + kib, 0),
      );
      if (n === 0) console.table(scripts.toSorted((one, other) => other.kib - one.kib));
    }
    figures.push({
      name: `script of the first load, gzipped: ${screen.name}`,
      yardstick: `${promisedKib} KiB`,
      ours: most,
      theirs: promisedKib,
      unit: 'KiB',
      promised: 1,
    });
  }
  return figures;
}
