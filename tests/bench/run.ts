// `npm run bench`: each figure is a ratio against a named yardstick measured in the same run: by CPU time of the process
// that serves where it computes, by the clock where it waits for others. `npm run bench -- fan-out site` measures those alone.
import { alertList } from './alert-list.ts';
import { history } from './history.ts';
import { isolation } from './isolation.ts';
import { judging } from './judging.ts';
import { backtest } from './backtest.ts';
import { currentAlerts } from './current-alerts.ts';
import { dashboard } from './dashboard.ts';
import { deliveries } from './deliveries.ts';
import { deviceToScreen } from './device-to-screen.ts';
import { exports } from './exports.ts';
import { folding } from './folding.ts';
import { fanOut } from './fan-out.ts';
import { firstLoad } from './first-load.ts';
import { restart } from './restart.ts';
import { signedIn } from './signed-in.ts';
import { printSite } from './site-table.ts';
import { watching } from './watching.ts';

/** One figure: what an operation costs us and the yardstick, as a rule in milliseconds. */
export interface Figure {
  name: string;
  yardstick: string;
  ours: number;
  theirs: number;
  /** The largest ratio that was promised. */
  promised?: number;
  /** What is measured where it is not milliseconds. */
  unit?: string;
}

/** What can be measured, each by its name. */
const measures: Record<string, () => Promise<Figure | Figure[]>> = {
  judging,
  folding,
  backtest,
  'device-to-screen': deviceToScreen,
  'fan-out': fanOut,
  isolation,
  restart,
  deliveries,
  'alert-list': alertList,
  'signed-in': signedIn,
  history,
  exports,
  watching,
  dashboard,
  alerts: currentAlerts,
  'first-load': firstLoad,
};

const wanted = process.argv.slice(2);
const names = [...Object.keys(measures), 'site'];
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0)
  throw new Error(`${unknown.join(', ')} is not measured; these are: ${names.join(', ')}`);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(measures))
  if (isWanted(name)) figures.push(...[await measure()].flat());

if (figures.length > 0)
  console.table(
    figures.map(({ name, yardstick, ours, theirs, promised, unit = 'ms' }) => ({
      figure: name,
      yardstick,
      unit,
      ours: Number(ours.toPrecision(3)),
      theirs: Number(theirs.toPrecision(3)),
      ratio: Number((ours / theirs).toPrecision(3)),
      promised: promised === undefined ? '' : `<= ${promised}`,
    })),
  );
if (isWanted('site')) await printSite();
